import LibraryIndex
import LineProtocol
import LineServer
import PhotoModel
import WatchedLibrary

/// Items by their ids, one a line, in the order they were asked for.
extension ReadingCommands {
    func items(_ arguments: Arguments) throws {
        let words = try arguments.uploadedIdentifiers()
        let fields = try arguments.fields()
        var encoder = try ItemEncoder(
            reader: reader,
            folders: snapshot.folders,
            roots: context.rootLabels,
            fields: fields
        )
        let lookup = try reader.itemLookup(isBrief: fields.isSubset(of: .brief))
        for word in words {
            writer.json.beginObject()
            let isKnown: Void? = try id(word).flatMap { id throws(IndexError) in
                try lookup.item(id) { item throws(IndexError) in
                    try encoder.members(of: item, to: &writer.json)
                }
            }
            if isKnown == nil {
                // Whole, for whoever asked finds it by that.
                writer.json.member("id", word)
                writer.json.member("error", ReplyCode.noSuch.name)
            }
            writer.json.endObject()
            try writer.endLine()
        }
    }

    /// Whose item a word asks for: an id, or a path that the index knows. No disk is asked.
    private func id(_ word: String) throws(IndexError) -> AssetID? {
        switch AssetReference(word) {
        case nil: nil
        case .id(let id): id
        case .path(let path): try AssetPath(path, context.library)?.find(reader)?.id
        }
    }
}
