import BatchService
import LineProtocol
import PhotoModel

extension JSONWriter {
    /// The line of something of which no picture can be given.
    mutating func refusedPicture(_ failure: ThumbnailFailure, of id: AssetID, _ placeholder: FilePath?) {
        beginObject()
        key("id")
        assetID(id)
        member("error", failure.code.name)
        member("message", failure.message)
        // Where not even that can be written, the client draws one itself.
        if let placeholder { member("placeholder", placeholder.bytes) }
        endObject()
        endLine()
    }

    /// The line of a word that names nothing.
    mutating func unknownPicture(_ word: String) {
        beginObject()
        // Whole, for whoever asked finds it by that.
        member("id", word)
        member("error", ReplyCode.noSuch.name)
        member("message", UnknownPhoto.message)
        endObject()
        endLine()
    }

    /// The line of a picture that there is.
    mutating func picture(_ told: ToldPicture, of id: AssetID) {
        beginObject()
        key("id")
        assetID(id)
        member("path", told.path.bytes)
        if told.path.text == nil {
            key("uri")
            uri(told.path)
        }
        member("width", told.width)
        member("height", told.height)
        member("cached", told.isCached)
        endObject()
        endLine()
    }
}
