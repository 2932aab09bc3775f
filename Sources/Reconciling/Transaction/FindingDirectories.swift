import DiskReading
import FolderWatch
import LibraryIndex
import PhotoModel
import Roots

/// Directories: which row stands for the one a crawler saw, and which of them moved.
extension FindingTransaction {
    /// The row of the directory that a finding is about; `nil` where the directory is not at its place any more. Then its
    /// work is done again: its files would be taken for files of the place it left.
    mutating func locate(_ place: DirectoryPlace) throws(IndexError) -> ResolvedDirectory? {
        guard let root = root(of: place) else { return nil }
        if let known = memory.directories.remembered(place) { return known }
        guard stands(place, in: root) else { return outdated(place) }
        let filesystem = try writer.ensureFilesystem(place.filesystem, formerly: place.formerFilesystems)
        if let found = try row(at: place, filesystem) {
            return memory.directories.remember(place, key: found.key, filesystem: filesystem, isFresh: false)
        }
        guard let directory = try arrive(place, in: root, filesystem) else { return outdated(place) }
        // The crawler compared with a row that is gone since: what it found unchanged is gone with it.
        if directory.isRowNew { lookAgain(at: place, directory.key) }
        return directory
    }

    /// The row of a directory that is new, or has another name or parent than the index knows.
    mutating func arrive(_ place: DirectoryPlace) throws(IndexError) -> ResolvedDirectory? {
        guard let root = root(of: place) else { return nil }
        guard stands(place, in: root) else { return outdated(place) }
        let filesystem = try writer.ensureFilesystem(place.filesystem, formerly: place.formerFilesystems)
        return try arrive(place, in: root, filesystem) ?? outdated(place)
    }

    private mutating func outdated(_ place: DirectoryPlace) -> ResolvedDirectory? {
        if let work = place.work { looks.works.append(work) }
        return nil
    }

    /// Whether the very directory is where the crawler saw it, or may be for all that can be known now.
    private func stands(_ place: DirectoryPlace, in root: LibraryRoot) -> Bool {
        // A root's own directory is what its path leads to.
        guard !place.components.isEmpty else { return true }
        let path = root.path(of: place.components)
        do throws(FolderError) {
            return try disk.status(at: path, in: root).isDirectory(place.inode, place.birthTime)
        } catch {
            return error != .missing
        }
    }

    private func row(at place: DirectoryPlace, _ filesystem: Int64) throws(IndexError) -> IndexedDirectory? {
        var found = try reader.directory(root: place.root, parent: 0, name: FileName([]))
        for name in place.components {
            guard let parent = found else { return nil }
            found = try reader.directory(root: place.root, parent: parent.key, name: name)
        }
        return found.flatMap { isRow($0, of: place, filesystem) ? $0 : nil }
    }

    private func isRow(_ row: IndexedDirectory, of place: DirectoryPlace, _ filesystem: Int64) -> Bool {
        row.isDirectory(of: place) && row.filesystem == filesystem
    }

    /// Returns `nil` where what is above it is not there any more.
    private mutating func arrive(
        _ place: DirectoryPlace,
        in root: LibraryRoot,
        _ filesystem: Int64
    ) throws(IndexError) -> ResolvedDirectory? {
        guard let parent = try parent(of: place, in: root, filesystem) else { return nil }
        let settled = try settle(place, in: parent, filesystem)
        return memory.directories.remember(
            place,
            key: settled.key,
            filesystem: filesystem,
            isFresh: settled.isFresh,
            isRowNew: settled.isRowNew
        )
    }

    /// The row of the directory above. Each row on the way must be that of the directory that stands there: one of the
    /// same name may be of a directory that has moved away, and would take what is put below it along.
    ///
    /// Each is asked for its own status alone, from the root on: that no link is on the way was seen of the directory itself, and
    /// to ask it of each again takes the square of the depth.
    private mutating func parent(
        of place: DirectoryPlace,
        in root: LibraryRoot,
        _ filesystem: Int64
    ) throws(IndexError) -> Int64? {
        guard !place.components.isEmpty else { return 0 }
        var parent = try ensureRoot(of: place, filesystem)
        var path = root.library.path
        for depth in 1..<place.components.count {
            let name = place.components[depth - 1]
            path = path.appending(name)
            let row = try reader.directory(root: place.root, parent: parent, name: name)
            if let row, let status = try? disk.status(at: path),
                status.isDirectory(row.inode, row.birthTime)
            {
                parent = row.key
                continue
            }
            guard let above = standing(at: path, depth: depth, above: place) else { return nil }
            let filesystem = try writer.ensureFilesystem(above.filesystem, formerly: above.formerFilesystems)
            let settled = try settle(above, in: parent, filesystem)
            // What is in it may have been in the index until a moment ago, and its own visit finds the row that is made here.
            if settled.isRowNew { lookAgain(at: above, settled.key) }
            parent = settled.key
        }
        return parent
    }

    /// A directory above another, as it stands on the disk now; `nil` where there is none.
    private func standing(at path: FilePath, depth: Int, above place: DirectoryPlace) -> DirectoryPlace? {
        func standing(_ number: DirectoryNumber, on filesystem: String, _ former: [String]) -> DirectoryPlace
        {
            DirectoryPlace(
                root: place.root,
                components: Array(place.components.prefix(depth)),
                filesystem: filesystem,
                formerFilesystems: former,
                inode: number.inode,
                birthTime: number.birthTime,
                visit: place.visit
            )
        }
        if let answer = try? disk.look(.directory(path)), let filesystem = answer.filesystem {
            let number = DirectoryNumber(answer.status, keepsInodes: filesystem.keepsInodes)
            return standing(number, on: filesystem.text, filesystem.formerTexts)
        }
        // One that may be entered and not be listed is not opened. It is on the disk of what is in it, but for mounts.
        guard let status = try? disk.status(at: path), status.isDirectory else { return nil }
        let number = DirectoryNumber(status, keepsInodes: place.isNumbered)
        return standing(number, on: place.filesystem, place.formerFilesystems)
    }

    private func ensureRoot(of place: DirectoryPlace, _ filesystem: Int64) throws(IndexError) -> Int64 {
        if let found = try reader.directory(root: place.root, parent: 0, name: FileName([])) {
            return found.key
        }
        // The root's own visit is still to come and will say which inode it is.
        return try writer.insertDirectory(
            root: place.root,
            parent: 0,
            name: FileName([]),
            filesystem: filesystem,
            inode: 0,
            birthTime: 0
        )
    }

    /// Gives a directory its row below the right parent: the one it has there, the one it had elsewhere, the one of what
    /// stood there before, or a new one.
    private mutating func settle(
        _ place: DirectoryPlace,
        in parent: Int64,
        _ filesystem: Int64
    ) throws(IndexError) -> (key: Int64, isFresh: Bool, isRowNew: Bool) {
        let name = place.components.last ?? FileName([])
        let found = try reader.directory(root: place.root, parent: parent, name: name)
        if let found, isRow(found, of: place, filesystem) { return (found.key, false, false) }
        if let moved = try movedDirectory(place, filesystem: filesystem, into: parent) {
            try move(moved, to: place, in: parent, insteadOf: found)
            return (moved.key, false, false)
        }
        let isReplaced = found.map { isAnother($0, place, filesystem) } ?? false
        if let found, isReplaced {
            // Names in it say nothing of what was here. What it holds of that is known by inode and content.
            try removeTree(found)
        } else if let found {
            try writer.setIdentity(
                ofDirectory: found.key,
                filesystem: filesystem,
                inode: place.inode,
                birthTime: place.birthTime
            )
            // Visits of what stood here do not speak of this row any more.
            memory.directories.forgetAll()
            return (found.key, false, true)
        }
        let key = try writer.insertDirectory(
            root: place.root,
            parent: parent,
            name: name,
            filesystem: filesystem,
            inode: place.inode,
            birthTime: place.birthTime
        )
        // A listing of what stands here now may have been compared with what is gone.
        return (key, !isReplaced, true)
    }

    /// Whether what stands at a directory's path cannot go on as it: another folder, which has other photos by the names of those that
    /// were here, or what is on another disk. A disk that is numbered anew is still the one that it was, and its folders have the
    /// numbers that they had.
    private func isAnother(_ row: IndexedDirectory, _ place: DirectoryPlace, _ filesystem: Int64) -> Bool {
        guard (row.inode, row.birthTime) != (place.inode, place.birthTime) else { return false }
        return row.inode != 0 && place.isNumbered || row.parent != 0 && row.filesystem != filesystem
    }

    private mutating func move(
        _ moved: IndexedDirectory,
        to place: DirectoryPlace,
        in parent: Int64,
        insteadOf found: IndexedDirectory?
    ) throws(IndexError) {
        let name = place.components.last ?? FileName([])
        // By now it may be back where it was, and a crawler, with an older snapshot, have found nothing new there.
        try lookAgain(at: moved.name, in: moved.parent)
        if let found {
            // What stood here is gone, and the one that moves may have lived below it: it leaves first, under a name
            // that no file can have.
            try writer.moveDirectory(moved, toRoot: place.root, parent: parent, name: FileName("/moving"))
            try removeTree(found)
            lookAgain(at: place, moved.key)
        }
        try writer.moveDirectory(moved, toRoot: place.root, parent: parent, name: name)
        memory.directories.forgetAll()
        if try memory.unsettled.isAny(within: moved.key, reader) { lookAgain(at: place, moved.key) }
    }

    /// The directory that lived elsewhere until now and stands at this place. Where the index has the place inside that
    /// very directory, not all of what happened is known yet: its files are then found one by one.
    private func movedDirectory(
        _ place: DirectoryPlace,
        filesystem: Int64,
        into parent: Int64
    ) throws(IndexError) -> IndexedDirectory? {
        guard place.isNumbered, !isFirstSweep || mayReclaim else { return nil }
        var left: [IndexedDirectory] = []
        for candidate in try reader.directories(onInode: place.inode)
        where candidate.filesystem == filesystem && candidate.birthTime == place.birthTime
            && candidate.parent != 0
        {
            if try mayStand(candidate) { continue }
            if try !reader.isDirectory(parent, within: candidate.key) { left.append(candidate) }
        }
        return try nearest(of: left, to: place)
    }

    /// Bound to several places, a directory has a row for each.
    private func nearest(
        of directories: [IndexedDirectory],
        to place: DirectoryPlace
    ) throws(IndexError) -> IndexedDirectory? {
        guard directories.count > 1 else { return directories.first }
        var places: [LinkPlace] = []
        for directory in directories {
            let path = try reader.location(ofDirectory: directory.key)?.path ?? []
            places.append(LinkPlace(root: rootName(directory.root), path: path))
        }
        let path = Array(place.components.map(\.bytes).joined(separator: CollectionOfOne(UInt8(ascii: "/"))))
        let here = LinkPlace(root: rootName(place.root), path: path)
        return here.nearest(of: places).map { directories[$0.number] }
    }
}
