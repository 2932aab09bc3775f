import PhotoModel

/// One month's document, read.
public struct MonthDocument: Sendable {
    public enum Authorship: Hashable, Sendable {
        /// The checksum matches: the daemon wrote every byte.
        case daemon
        /// Someone edited it. `groupOverride`, `favorite`, `viewed` and `overlay` are to be honoured, except where
        /// `ignored` says otherwise; of everything else the daemon's own knowledge wins where it has any.
        case edited
    }

    public let month: MonthKey
    /// The higher of the document's and the index's is the newer state. 0 where an edited document has none.
    public let generation: Int64
    public let authorship: Authorship
    public let records: [IdentityRecord]
    public let deleted: [IdentityRecord]
    /// Decisions whose value makes no sense: the record holds the default, and what was known before stays
    /// true.
    public let ignored: [AssetID: EditableFields]
    /// Of an edited document: which decisions of a record are not as the daemon wrote them. A record that is not
    /// in here does not tell.
    public let edits: [AssetID: EditableFields]
    /// What to tell the user, at most `problemLimit` of them.
    public let problems: [DocumentProblem]
    /// How many there were.
    public let problemCount: Int
    public let stamp: DocumentStamp

    /// As a listing showed it when it was read.
    public var listed: ListedDocument {
        ListedDocument(month: month, size: stamp.size, modificationTime: stamp.modificationTime)
    }

    public static let problemLimit = 100
}

/// The decisions a user may edit in a document.
public struct EditableFields: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    public static let groupOverride = EditableFields(rawValue: 1)
    public static let favorite = EditableFields(rawValue: 2)
    public static let viewed = EditableFields(rawValue: 4)
    /// What the overlay says of each, one by one: who edits one of them by hand says nothing of the others.
    public static let date = EditableFields(rawValue: 8)
    public static let place = EditableFields(rawValue: 16)
    public static let description = EditableFields(rawValue: 32)

    public static let title = EditableFields(rawValue: 64)
    public static let rating = EditableFields(rawValue: 128)
    public static let keywords = EditableFields(rawValue: 256)

    public static let overlay: EditableFields = [.date, .place, .description, .title, .rating, .keywords]
    public static let all: EditableFields = [.groupOverride, .favorite, .viewed, .overlay]
}

/// A value in a document that cannot be used.
public struct DocumentProblem: Hashable, Sendable {
    /// `nil` where it concerns no record, or one whose id does not parse.
    public let id: AssetID?
    /// From 1.
    public let line: Int
    /// For people: what is wrong, what becomes of it, what it should be.
    public let message: String
}

extension DocumentProblem: CustomStringConvertible {
    public var description: String {
        guard let id else { return "line \(line): \(message)" }
        return "line \(line): \(id): \(message)"
    }
}
