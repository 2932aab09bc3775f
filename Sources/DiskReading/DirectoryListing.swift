import CaptureRules
import Files
import FolderWatch
import PhotoModel
import PhotodConfiguration

/// The files of one directory that matter, in the order of their names, and its subdirectories.
package struct DirectoryListing {
    package struct File: Hashable {
        package let name: FileName
        package let format: FileFormat

        package init(name: FileName, format: FileFormat) {
            self.name = name
            self.format = format
        }
    }

    package var files: [File] = []
    package var directories: [FileName] = []
    /// The directories' inodes as the kernel listed them, which are not those of what is mounted on them.
    package var directoryInodes: [UInt64] = []
    /// Symbolic links, to whatever.
    package var links: [FileName] = []
    /// Folders that are roots by themselves.
    package var mounts: [FileName] = []
    /// The directory holds `.nomedia` or the like: nothing in it is the library's.
    package var isHidden = false
    /// The directory holds `.photod.toml`, of whatever kind.
    package var hasOptions = false

    package init() {}

    /// Leaves out the folders that are roots by themselves.
    package mutating func takeOutMounts(where isMount: (FileName) -> Bool) {
        mounts = directories.filter(isMount)
        guard !mounts.isEmpty else { return }
        let kept = directories.indices.filter { !mounts.contains(directories[$0]) }
        directories = kept.map { directories[$0] }
        directoryInodes = kept.map { directoryInodes[$0] }
    }

    package mutating func sort() {
        files.sort { $0.name < $1.name }
    }

    /// The position of a name, or where it would be.
    func position(of name: some Collection<UInt8>) -> Int {
        var low = 0
        var high = files.count
        while low < high {
            let middle = (low + high) / 2
            if files[middle].name.bytes.lexicographicallyPrecedes(name) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}

// MARK: - Reading

extension DirectoryListing {
    /// Lists an open directory, in the order of names. One that is to be hidden is empty.
    ///
    /// - Parameters:
    ///   - rules: what is ignored there.
    ///   - folder: the names that lead from the root to the directory.
    ///   - heartbeat: told of every entry.
    ///   - statuses: of entries, in the same order; asked for all those of which the file system does not list the kind, as
    ///     NFS does not.
    package init(
        of directory: borrowing DirectoryReader,
        rules: OptionCascade,
        in folder: [FileName],
        buffer: UnsafeMutableRawBufferPointer,
        heartbeat: LaneHeartbeat,
        statuses: ([FileName]) throws(FolderError) -> [FileStatus?]
    ) throws(FolderError) {
        var unclear: [(name: FileName, inode: UInt64)] = []
        do {
            try directory.forEachEntry(buffer: buffer) { entry in
                heartbeat.beat()
                let name = FileName(Array(entry.name))
                if entry.kind == .unknown {
                    unclear.append((name, entry.inode))
                } else {
                    add(name, entry.kind, entry.inode, rules, folder)
                }
            }
        } catch let error as FolderError {
            throw error
        } catch {
            throw .unreachable(errno: 5)
        }
        if !unclear.isEmpty {
            for (entry, status) in zip(unclear, try statuses(unclear.map(\.name))) {
                guard let status else { continue }
                add(entry.name, Self.kind(status), entry.inode, rules, folder)
            }
        }
        if isHidden {
            files = []
            directories = []
            directoryInodes = []
            links = []
        }
        sort()
    }

    private mutating func add(
        _ name: FileName,
        _ kind: DirectoryEntry.Kind,
        _ inode: UInt64,
        _ rules: OptionCascade,
        _ folder: [FileName]
    ) {
        if name == FolderOptions.fileName { hasOptions = true }
        if IgnoreRules.hidesItsDirectory(name) { isHidden = true }
        if kind == .special { return }
        if kind == .symbolicLink {
            if !rules.ignores(name, isDirectory: true, in: folder) { links.append(name) }
            return
        }
        let isDirectory = kind == .directory
        let format = isDirectory ? nil : name.format
        guard isDirectory || kind == .file && format != nil else { return }
        guard !rules.ignores(name, isDirectory: isDirectory, in: folder) else { return }
        if let format {
            files.append(File(name: name, format: format))
        } else {
            directories.append(name)
            directoryInodes.append(inode)
        }
    }

    private static func kind(_ status: FileStatus) -> DirectoryEntry.Kind {
        if status.isDirectory { return .directory }
        if status.isSymbolicLink { return .symbolicLink }
        return status.isRegularFile ? .file : .special
    }
}

extension DirectoryListing {
    /// The positions of a stem's files, which lie close together: all between the stem and `.` and the stem and `/`.
    package func members(of stem: [UInt8]) -> [Int] {
        var members: [Int] = []
        var position = position(of: stem + [UInt8(ascii: ".")])
        while position < files.count {
            let name = files[position].name
            guard name.bytes.count > stem.count, name.bytes[stem.count] == UInt8(ascii: "."),
                name.bytes.starts(with: stem)
            else { break }
            if Companions.stem(of: name).elementsEqual(stem) { members.append(position) }
            position += 1
        }
        return members
    }
}
