/// What a client is told of a word that names no photo.
enum UnknownPhoto {
    static let remedy = "“photos” lists ids, and “sync” waits for what was just written"
    static let message = "no such photo in the library: \(remedy)"
}
