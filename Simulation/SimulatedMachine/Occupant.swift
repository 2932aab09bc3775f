/// A file at its place, as nobody but the simulation itself can know it.
public struct Occupant: Sendable {
    /// Those of its folder and of itself, which no other ever had or will have.
    public let folder: UInt64
    public let file: UInt64
    public let path: String
    public let content: [UInt8]
    /// What files are told apart by; others may have had the same.
    public let number: UInt64
    public let birthTime: Int64
    /// Whether who looks for it finds it: no folder on the way may be shut.
    public let isInOpenFolder: Bool

    /// The number of its file system.
    public var disk: Int { Self.disk(of: file) }

    /// That of what the folders lie on. A disk that is mounted has another.
    public static let ownDisk = 1

    /// That of any file that ever was.
    public static func disk(of file: UInt64) -> Int { Filesystem.number(of: file) }
}

/// What a look at a file tells of it, and of its content nothing.
public struct SeenStamp: Equatable, Sendable {
    public let file: UInt64
    let length: Int
    let modificationTime: Int64
}

extension SimulatedKernel {
    /// Seen without a call; `nil` where nothing stands there.
    public func stamp(at path: String) -> SeenStamp? {
        guard case .success(let place) = find(-100, path, follows: false), let inode = place.inode else {
            return nil
        }
        return SeenStamp(
            file: inode.serial,
            length: inode.data.count,
            modificationTime: inode.modificationTime
        )
    }

    /// All files below a folder, and below what links in it lead to, by paths without a link. They are seen without a call: nobody
    /// else goes on meanwhile.
    public func occupants(below path: String) -> [Occupant] {
        guard case .success(let place) = find(-100, path, follows: true), let folder = place.inode else {
            return []
        }
        var found: [Occupant] = []
        var folders: Set<UInt64> = []
        collect(folder, path, isOpen: true, &folders, &found)
        return found
    }

    private func collect(
        _ folder: Inode,
        _ path: String,
        isOpen: Bool,
        _ folders: inout Set<UInt64>,
        _ found: inout [Occupant]
    ) {
        guard folders.insert(folder.serial).inserted else { return }
        let isOpen = isOpen && !mayNot(folder, 0o5)
        for name in folder.names {
            let place = path + "/" + name.text
            switch name.inode.kind {
            case .folder: collect(name.inode.mounted ?? name.inode, place, isOpen: isOpen, &folders, &found)
            case .file:
                let inode = name.inode
                found.append(
                    Occupant(
                        folder: folder.serial,
                        file: inode.serial,
                        path: place,
                        content: inode.data,
                        number: inode.number,
                        birthTime: inode.birthTime,
                        isInOpenFolder: isOpen
                    )
                )
            case .link:
                guard case .success(let reached) = find(-100, place, follows: true),
                    let target = reached.inode, target.isFolder
                else { continue }
                collect(target, pathOf(target), isOpen: isOpen, &folders, &found)
            }
        }
    }
}
