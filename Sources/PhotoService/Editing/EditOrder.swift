import CaptureRules
import EditRules
import LineProtocol

/// What `edit` was asked to do.
struct EditOrder: Sendable {
    /// Ids, uris or paths.
    let words: [String]
    let wanted: EditedValues
    let isDryRun: Bool

    init(_ arguments: Arguments) throws(ProtocolError) {
        words = try arguments.uploadedIdentifiers()
        wanted = EditedValues(favorite: try Self.favorite(arguments), group: try Self.group(arguments))
        isDryRun = try arguments.flag("dry-run")
        try Self.check(arguments.request[option: "write"], arguments)
        guard !wanted.isEmpty else {
            throw arguments.failure(
                "what shall be edited? write favorite=yes|no|unset, group=NAME or other=1: "
                    + arguments.definition.usage
            )
        }
    }

    private static func favorite(_ arguments: Arguments) throws(ProtocolError) -> FavoriteMark? {
        guard let text = arguments.request[option: "favorite"] else { return nil }
        guard let mark = FavoriteMark(word: text) else {
            throw arguments.failure(
                "favorite=\(ProtocolError.excerpt(text)) is no mark; write yes, no or unset"
            )
        }
        return mark
    }

    private static func group(_ arguments: Arguments) throws(ProtocolError) -> GroupMark? {
        let isOther = try arguments.flag("other")
        guard let text = arguments.request[option: "group"] else { return isOther ? .other : nil }
        guard !isOther else {
            throw arguments.failure("group= and other=1 exclude each other; give one of them")
        }
        if text.isEmpty { return .unset }
        guard !text.utf8.contains(0), let name = GroupName.name(fromDescription: text) else {
            throw arguments.failure(
                "a group's name is not blank; group=\"\" has description and folder decide again, other=1 means none"
            )
        }
        return .named(name)
    }

    /// Where it is written. Both a favourite and a group are kept in photod's own documents.
    private static func check(_ layer: String?, _ arguments: Arguments) throws(ProtocolError) {
        switch layer {
        case nil, "index": return
        case "sidecar", "file", "both":
            throw ProtocolError(
                code: .unsupported,
                command: arguments.request.command,
                message:
                    "this photod writes neither sidecars nor photos; leave write= out, or write write=index"
            )
        case let layer?:
            throw arguments.failure(
                "write=\(ProtocolError.excerpt(layer)) is no place to write to; write write=index"
            )
        }
    }
}
