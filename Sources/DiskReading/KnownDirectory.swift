import LibraryIndex
import PhotoModel
import Shots

/// What a snapshot of the index has of one directory.
package struct KnownDirectory: Sendable {
    package struct File: Sendable {
        package let name: FileName
        package let stamp: FileStamp
        package let owner: ShotPairing.Owner
    }

    package var key: Int64 = 0
    package var inode: UInt64 = 0
    /// As the index numbers file systems.
    package var filesystem: Int64 = 0
    /// Assets and companions, in the order of names.
    package var files: [File] = []
    /// The inodes of the directories in it, by name; 0 where they are not known.
    package var directories: [FileName: UInt64] = [:]

    package init() {}

    package init(_ reader: IndexReader, _ directory: IndexedDirectory) throws(IndexError) {
        self.key = directory.key
        inode = directory.inode
        filesystem = directory.filesystem
        var files: [File] = []
        try reader.stamps(inDirectory: directory.key) { name, stamp, asset, isPrimary in
            let owner = ShotPairing.Owner(asset: asset, isPrimary: isPrimary)
            files.append(File(name: FileName(Array(name)), stamp: stamp, owner: owner))
        }
        self.files = files
        for child in try reader.directories(inDirectory: directory.key) {
            directories[child.name] = child.inode
        }
    }

    /// The files of an asset.
    package static func files(of asset: IndexedAsset) -> [File] {
        let primary = File(
            name: asset.name,
            stamp: asset.stamp,
            owner: ShotPairing.Owner(asset: asset.key, isPrimary: true)
        )
        return [primary]
            + asset.companions.map {
                File(
                    name: $0.name,
                    stamp: $0.stamp,
                    owner: ShotPairing.Owner(asset: asset.key, isPrimary: false)
                )
            }
    }

    /// The row at a place: down from the root, by names. It may be another directory's that stood there before.
    package static func find(
        _ reader: IndexReader,
        place: DirectoryPlace
    ) throws(IndexError) -> IndexedDirectory? {
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

    /// Whether a directory in it is not the one that the index has there, as far as its number tells.
    package func isOtherDirectory(_ name: FileName, _ inode: UInt64) -> Bool {
        directories[name].map { $0 != 0 && $0 != inode } ?? true
    }
}

extension IndexedDirectory {
    /// Whether this is the directory that a crawler saw, wherever the index has it.
    package func isDirectory(of place: DirectoryPlace) -> Bool {
        inode == place.inode && birthTime == place.birthTime
    }
}
