import Batches
import Files
import Glibc
import PhotoModel

/// The open folders of a run: thousands of files go to few of them.
///
/// A run has to do with the folders that it found first. Below a mount point that has lost its disk, and under one that has got
/// another, files would lie hidden: so each time that a folder is asked for, what stands at its path by then is held against
/// what stood there, and where it is another the answer is ESTALE, with the path of it.
struct FolderCache {
    /// What stood at a place when it was looked at first.
    private struct Standing {
        let device: UInt64
        /// Of a folder that a user named; `nil` of others, and where numbers do not last.
        var inode: UInt64?

        /// Whether that is opened once more. A folder bound from elsewhere is on the same file system as the one that it was bound over.
        func isSame(_ now: FileStatus) -> Bool {
            device == now.device && (inode == nil || inode == now.inode)
        }
    }

    private static let capacity = 128

    let gate: ChangeGate
    /// Whether inode numbers last where a folder lies; asked in each case, as it is one question to the kernel.
    var keepsInodes: (Folder) throws(CallFailure) -> Bool = { folder throws(CallFailure) in
        try folder.keepsInodes()
    }
    private var bases: [FilePath: Folder] = [:]
    private var folders: [FolderPlace: Folder] = [:]
    private var standings: [FolderPlace: Standing] = [:]
    /// A folder of each file system, which keeps the number of its device from becoming another's.
    private var anchors: [UInt64: Folder] = [:]
    /// Folders that `make` has made.
    private(set) var made: Set<FolderPlace> = []
    /// Where `make` has made folders whose names do not last yet.
    private(set) var unsynced: Set<FolderPlace> = []

    init(gate: ChangeGate) {
        self.gate = gate
    }

    /// Opens a folder that a user named. Links on the way are followed.
    mutating func base(_ path: FilePath) throws(CallFailure) -> Folder {
        try check(FolderPlace(base: path))
        if let folder = bases[path] { return folder }
        let folder = try Folder(path, gate: gate)
        try note(folder, at: FolderPlace(base: path))
        if bases.count == Self.capacity { bases = [:] }
        bases[path] = folder
        return folder
    }

    /// Opens a folder that is there: ENOENT where it is not, ELOOP where a link stands on the way.
    mutating func folder(_ place: FolderPlace) throws(CallFailure) -> Folder {
        if place.beneath.isEmpty { return try base(place.base) }
        try check(place)
        if let folder = folders[place] { return folder }
        let base = try base(place.base)
        let folder = try base.folder(beneath: place.beneath)
        try note(folder, at: place)
        if folders.count == Self.capacity { folders = [:] }
        folders[place] = folder
        return folder
    }

    /// Opens a folder, or where it is missing the lowest above it that is there: ENOENT where even `base` is not.
    mutating func nearest(to place: FolderPlace) throws(CallFailure) -> Folder {
        do {
            return try folder(place)
        } catch {
            guard error.code == ENOENT, !place.beneath.isEmpty else { throw error }
            return try nearest(to: FolderPlace(base: place.base, beneath: place.beneath.dropLast()))
        }
    }

    /// Whether a folder is missing while the file system that it was on is there, as the lowest above it shows.
    ///
    /// A mark of an early journal, which does not know where it was mounted, takes any disk for its own: with it nothing is
    /// gone, as a recovery waits for what is only away.
    func isGone(_ path: FilePath, from mark: FileSystemMark) -> Bool {
        guard mark.mount != nil else { return false }
        var above = path.parent
        while true {
            do throws(CallFailure) {
                let folder = try Folder(above, gate: gate)
                // Under a folder that is bound to another place the same file system may show, without what is bound.
                return try mark.isStill(of: folder) && MountPoint.of(folder) == mark.mount
            } catch {
                guard error.code == ENOENT, above != above.parent else { return false }
                above = above.parent
            }
        }
    }

    /// Opens a folder, and makes it and those above it where they are missing.
    mutating func make(_ place: FolderPlace) throws(CallFailure) -> Folder {
        do {
            return try folder(place)
        } catch {
            guard error.code == ENOENT, let name = place.beneath.last else { throw error }
            let above = FolderPlace(base: place.base, beneath: place.beneath.dropLast())
            let code = try make(above).makeFolder(name)
            // EEXIST: somebody else has made it meanwhile.
            guard code == 0 || code == EEXIST else { throw CallFailure(.create, place.path, code) }
            if code == 0 {
                made.insert(place)
                unsynced.insert(above)
            }
            return try folder(place)
        }
    }

    /// Makes a folder that a user named and that is gone, as `isGone` tells, and those above it that are gone with it.
    ///
    /// - Returns: `false` where it would not lie on the file system that it was on.
    mutating func makeBase(_ path: FilePath, on mark: FileSystemMark) throws(CallFailure) -> Bool {
        let above = path.parent
        let folder: Folder
        do throws(CallFailure) { folder = try Folder(above, gate: gate) } catch {
            guard error.code == ENOENT, above != above.parent else { throw error }
            guard try makeBase(above, on: mark) else { return false }
            folder = try Folder(above, gate: gate)
        }
        guard try mark.isStill(of: folder), MountPoint.of(folder) == mark.mount else { return false }
        let code = folder.makeFolder(path.lastName)
        guard code == 0 || code == EEXIST else { throw CallFailure(.create, path, code) }
        if code == 0 { unsynced.insert(FolderPlace(base: above)) }
        return true
    }

    /// All that it has made lasts.
    mutating func noteSynced() { unsynced = [] }

    /// Forgets all that is open: what stands at their paths may be something else by now. Which file systems they have to be on
    /// is not forgotten.
    mutating func forget() {
        bases = [:]
        folders = [:]
    }

    // MARK: - What stands at a place

    /// Has a folder that was opened when the run was planned be the one that is meant by its path.
    mutating func hold(_ folder: Folder) throws(CallFailure) {
        try note(folder, at: FolderPlace(base: folder.path))
        bases[folder.path] = folder
    }

    /// Looks on which file system a place is, and where it is missing, on which it will be.
    mutating func locate(_ place: FolderPlace) throws(CallFailure) {
        var device = try base(place.base).device
        for step in place.steps {
            if let known = standings[step] {
                device = known.device
                continue
            }
            do throws(CallFailure) { device = try folder(step).device } catch {
                guard error.code == ENOENT else { throw error }
                standings[step] = Standing(device: device)
            }
        }
    }

    /// - Throws: ESTALE where it is another than what stood there first.
    private mutating func note(_ folder: Folder, at place: FolderPlace) throws(CallFailure) {
        if let known = standings[place] {
            guard known.isSame(folder.status) else { throw CallFailure(.open, place.path, ESTALE) }
            return
        }
        var standing = Standing(device: folder.device)
        if place.beneath.isEmpty, try keepsInodes(folder) { standing.inode = folder.status.inode }
        standings[place] = standing
        if anchors[folder.device] == nil { anchors[folder.device] = folder }
    }

    /// What stands at a place, or at the nearest above it that is there, has to be on the file system that it was on. A folder that was
    /// renamed or removed meanwhile is where it was opened.
    private func check(_ place: FolderPlace) throws(CallFailure) {
        for step in place.steps.reversed() {
            guard let known = standings[step], let now = MountPoint.status(step.path) else { continue }
            guard known.device == now.device else { throw CallFailure(.open, step.path, ESTALE) }
            return
        }
        let base = FolderPlace(base: place.base)
        guard let known = standings[base] else { return }
        let now: FileStatus
        do throws(CallFailure) { now = try FileStatus(path: base.path, following: true) } catch {
            guard error.code != ENOENT else { return }
            throw error
        }
        guard known.device == now.device else { throw CallFailure(.open, base.path, ESTALE) }
    }
}
