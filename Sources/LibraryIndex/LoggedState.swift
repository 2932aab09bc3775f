import PhotoModel

/// What the change log tells of an asset that is there.
public struct LoggedState: Sendable, Hashable {
    public let month: MonthKey
    /// `nil`: the line is of a build that did not write it.
    public let type: AssetType?

    public init(month: MonthKey, type: AssetType?) {
        self.month = month
        self.type = type
    }
}

extension IndexedAsset {
    var logged: LoggedState { LoggedState(month: month, type: type) }
}

extension AssetRecord {
    var logged: LoggedState { LoggedState(month: month, type: type) }
}

extension Statement {
    /// A photo or a video; `nil` where nothing is stored, or what no build stores.
    func type(_ column: Int32) -> AssetType? {
        optionalInt(column).flatMap { UInt8(exactly: $0) }.flatMap { AssetType(rawValue: $0) }
    }
}
