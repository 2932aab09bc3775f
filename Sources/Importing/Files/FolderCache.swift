import Batches
import Files
import Glibc
import PhotoModel

/// The open folders of a run: thousands of files go to few of them.
struct FolderCache {
    private static let capacity = 128

    let gate: ChangeGate
    /// Whether inode numbers last where a folder lies; asked in each case, as it is one question to the kernel.
    var keepsInodes: (Folder) throws(CallFailure) -> Bool = { folder throws(CallFailure) in
        try folder.keepsInodes()
    }
    private var bases: [FilePath: Folder] = [:]
    private var folders: [FolderPlace: Folder] = [:]
    /// Those that `make` has made.
    private(set) var made: Set<FolderPlace> = []

    init(gate: ChangeGate) {
        self.gate = gate
    }

    /// Opens a folder that a user named. Links on the way are followed.
    mutating func base(_ path: FilePath) throws(CallFailure) -> Folder {
        if let folder = bases[path] { return folder }
        let folder = try Folder(path, gate: gate)
        if bases.count == Self.capacity { bases = [:] }
        bases[path] = folder
        return folder
    }

    /// Opens a folder that is there: ENOENT where it is not, ELOOP where a link stands on the way.
    mutating func folder(_ place: FolderPlace) throws(CallFailure) -> Folder {
        if let folder = folders[place] { return folder }
        let base = try base(place.base)
        if place.beneath.isEmpty { return base }
        // ENOTDIR too is what openat2(2) answers to a link that stands in the last place.
        let folder = try base.folder(beneath: place.beneath)
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
                return try mark.isStill(of: Folder(above, gate: gate))
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
            let parent = try make(FolderPlace(base: place.base, beneath: place.beneath.dropLast()))
            let code = parent.makeFolder(name)
            // EEXIST: somebody else has made it meanwhile.
            guard code == 0 || code == EEXIST else { throw CallFailure(.create, place.path, code) }
            if code == 0 { made.insert(place) }
            return try folder(place)
        }
    }

    /// Forgets all: what stands at their paths may be something else by now.
    mutating func forget() {
        bases = [:]
        folders = [:]
    }
}
