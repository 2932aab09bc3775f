/// A folder name that a group was said to own and cannot.
public struct RefusedGroupFolder: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// No file system's, or not every one's, name of a single folder; `clean` would be one.
        case illegal(clean: String)
        /// Another group has it, or one that some file system takes for it; `nil` is Other.
        case owned(by: String?)
    }

    public let group: String
    public let folder: String
    public let reason: Reason
}

extension RefusedGroupFolder: CustomStringConvertible {
    public var description: String {
        let what =
            "the folder \(folder.debugDescription) of the group \(group.debugDescription) is not taken: "
        return switch reason {
        case .illegal(let clean):
            what + "it is no folder's name on every file system; \(clean.debugDescription) would be one"
        case .owned(.some(let owner)):
            what + "the group \(owner.debugDescription) has it, or one that some file systems do not tell "
                + "from it; choose another"
        case .owned(.none):
            what + "photos without a group have \(GroupFolders.other.debugDescription); choose another"
        }
    }
}
