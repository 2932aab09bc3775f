import LibraryIndex
import PhotoModel

/// What a snapshot of the index has of one directory.
struct KnownDirectory: Sendable {
    struct File: Sendable {
        let name: FileName
        let stamp: FileStamp
        let owner: ShotPairing.Owner
    }

    var key: Int64 = 0
    var inode: UInt64 = 0
    var birthTime: Int64 = 0
    /// As the index numbers file systems.
    var filesystem: Int64 = 0
    /// Assets and companions, in the order of names.
    var files: [File] = []
    var directories: [FileName: Child] = [:]

    struct Child: Sendable {
        let key: Int64
        let inode: UInt64
    }

    init() {}

    /// `nil` where the index has no directory there.
    init?(_ reader: IndexReader, place: DirectoryPlace, key: Int64) throws(IndexError) {
        guard let directory = try Self.find(reader, place: place, key: key) else { return nil }
        try self.init(reader, directory)
    }

    init(_ reader: IndexReader, _ directory: IndexedDirectory) throws(IndexError) {
        self.key = directory.key
        inode = directory.inode
        birthTime = directory.birthTime
        filesystem = directory.filesystem
        var files: [File] = []
        try reader.stamps(inDirectory: directory.key) { name, stamp, asset, isPrimary in
            let owner = ShotPairing.Owner(asset: asset, isPrimary: isPrimary)
            files.append(File(name: FileName(Array(name)), stamp: stamp, owner: owner))
        }
        self.files = files
        for child in try reader.directories(inDirectory: directory.key) {
            directories[child.name] = Child(key: child.key, inode: child.inode)
        }
    }

    /// By number where the crawler remembers one, which must still stand at this place; else down from the root.
    static func find(
        _ reader: IndexReader,
        place: DirectoryPlace,
        key: Int64
    ) throws(IndexError) -> IndexedDirectory? {
        if key != 0, let remembered = try reader.directory(key), remembered.inode == place.inode,
            try stands(remembered, at: place, reader)
        {
            return remembered
        }
        guard var current = try reader.directory(root: place.root, parent: 0, name: FileName([])) else {
            return nil
        }
        for component in place.components {
            guard let next = try reader.directory(root: place.root, parent: current.key, name: component)
            else { return nil }
            current = next
        }
        return current
    }

    /// Whether the index has a directory at this place: it may have been moved since its number was remembered, or one
    /// above it.
    private static func stands(
        _ directory: IndexedDirectory,
        at place: DirectoryPlace,
        _ reader: IndexReader
    ) throws(IndexError) -> Bool {
        guard directory.root == place.root else { return false }
        var current = directory
        for name in place.components.reversed() {
            guard current.name == name, let parent = try reader.directory(current.parent) else {
                return false
            }
            current = parent
        }
        return current.parent == 0
    }

    func isSameDirectory(as place: DirectoryPlace) -> Bool {
        inode == place.inode && birthTime == place.birthTime
    }
}
