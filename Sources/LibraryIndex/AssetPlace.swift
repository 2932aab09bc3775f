import PhotoModel

/// Where an asset's file lies.
public struct AssetPlace: Sendable, Hashable {
    public let directory: Int64
    public let root: Int64
    /// As the index numbers file systems.
    public let filesystem: Int64
    public let name: FileName

    public init(directory: Int64, root: Int64, filesystem: Int64, name: FileName) {
        self.directory = directory
        self.root = root
        self.filesystem = filesystem
        self.name = name
    }
}
