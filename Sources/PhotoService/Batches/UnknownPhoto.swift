/// What a client is told of a word that names no photo.
enum UnknownPhoto {
    static let remedy =
        "“photos” lists ids, “sync” waits for what was just written, and a folder is no photo: name what is in it"
    static let message = "no such photo in the library: \(remedy)"
}
