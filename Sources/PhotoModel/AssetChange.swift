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

    /// What it is now, and what it was before; `nil` where it was not there, or nobody knows any more.
    public let type: AssetType?
    public let oldType: AssetType?

    public init(
        sequence: Int64,
        kind: Kind,
        id: AssetID,
        month: MonthKey?,
        oldMonth: MonthKey?,
        type: AssetType? = nil,
        oldType: AssetType? = nil
    ) {
        self.sequence = sequence
        self.kind = kind
        self.id = id
        self.month = month
        self.oldMonth = oldMonth
        self.type = type
        self.oldType = oldType
    }

    /// The change as it is for somebody who knows of assets of one type alone: one that becomes of that type is new to them.
    /// `nil` where it is no matter to them.
    ///
    /// What nobody knows the type of is told: hearing that something went that was never there does no harm.
    public func among(_ wanted: AssetType) -> AssetChange? {
        let wasThere = kind != .inserted && (oldType ?? type ?? wanted) == wanted
        let isThere = kind != .deleted && (type ?? wanted) == wanted
        let seen: Kind
        switch (wasThere, isThere) {
        case (false, false): return nil
        case (false, true): seen = .inserted
        case (true, false): seen = .deleted
        case (true, true): seen = .updated
        }
        return AssetChange(
            sequence: sequence,
            kind: seen,
            id: id,
            month: isThere ? month : nil,
            oldMonth: wasThere ? oldMonth : nil,
            type: isThere ? type : nil,
            oldType: wasThere ? oldType : nil
        )
    }
}
