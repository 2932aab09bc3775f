import PhotoModel

/// A folder that is watched, and what comes into it imported.
public struct ImportFolder: Hashable, Sendable {
    /// Absolute, without `.`, `..`, doubled or trailing slashes. Symbolic links in it are kept.
    public var path: FilePath
    /// The folder of the library that layouts count from.
    public var into: FilePath
    public var action: ImportAction
    public var layout: LayoutTemplate
    public var duplicates: DuplicatePolicy

    public init(
        path: FilePath,
        into: FilePath,
        action: ImportAction = .move,
        layout: LayoutTemplate = .standard,
        duplicates: DuplicatePolicy = .keep
    ) {
        self.path = path
        self.into = into
        self.action = action
        self.layout = layout
        self.duplicates = duplicates
    }
}
