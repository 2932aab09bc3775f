/// What a client is told of a word that names no photo.
package enum UnknownPhoto {
    package static let remedy =
        "“photos” lists ids, “sync” waits for what was just written, and a folder is no photo: name what is in it"
    package static let message = "no such photo in the library: \(remedy)"
}
