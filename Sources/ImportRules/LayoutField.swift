import PhotoModel

/// What a layout can name. Raw values are the words between braces.
public enum LayoutField: String, Hashable, Sendable, CaseIterable {
    /// The folder name of the photo's group; without a group that of Other.
    case group
    /// Four digits of the capture date.
    case year
    /// Two digits of the capture date.
    case month
    /// `2016-11`.
    case monthKey
    case camera
    /// The folders that the photo lies in, from the import folder on.
    case original
}

/// What a layout is filled with for one photo.
public struct LayoutValues: Hashable, Sendable {
    /// The folder name that the photo's group owns; `nil` for Other.
    public var groupFolder: String?
    /// The folder name that Other owns.
    public var otherFolder: String
    public var month: MonthKey
    public var camera: String?
    /// From the import folder down to the photo.
    public var original: [FileName]

    public init(
        groupFolder: String? = nil,
        otherFolder: String = "Other",
        month: MonthKey = .undated,
        camera: String? = nil,
        original: [FileName] = []
    ) {
        self.groupFolder = groupFolder
        self.otherFolder = otherFolder
        self.month = month
        self.camera = camera
        self.original = original
    }
}
