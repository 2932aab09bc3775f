/// One line of the change log.
public struct AssetChange: Hashable, Sendable {
    /// Raw values are stored in the index.
    public enum Kind: UInt8, Sendable {
        case inserted = 0
        case updated = 1
        case deleted = 2

        public var name: StaticString {
            switch self {
            case .inserted: "inserted"
            case .updated: "updated"
            case .deleted: "deleted"
            }
        }
    }

    public let sequence: Int64
    public let kind: Kind
    public let id: AssetID
    /// The month the asset is in now; `nil` where it was deleted.
    public let month: MonthKey?
    /// The month it was in before; `nil` where it was inserted.
    public let oldMonth: MonthKey?

    public init(sequence: Int64, kind: Kind, id: AssetID, month: MonthKey?, oldMonth: MonthKey?) {
        self.sequence = sequence
        self.kind = kind
        self.id = id
        self.month = month
        self.oldMonth = oldMonth
    }
}
