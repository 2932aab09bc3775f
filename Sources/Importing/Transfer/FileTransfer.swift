import Batches
import Files
import Glibc
import PhotoModel

/// Takes files from one folder to another: never over another file, and a photo is removed nowhere before it lasts elsewhere. What
/// was done and could not be taken back, or of which a server has said nothing, `unremoved` tells: recovery looks for it.
///
/// A unit is staged first: what a rename or a link can do is done, everything else becomes a hidden temporary
/// file beside its destination. `complete` makes the copies of many units last together, holds them against
/// their sources, gives them their names, makes those last, and only then removes sources.
struct FileTransfer {
    /// What begins the name of a file that is not complete: hidden, so the watcher ignores it.
    private static let temporaryPrefix = ".photod-import-"

    /// So many temporary files are synced one by one; more, by a sync of their file system.
    static let singleSyncs = 4

    var folders: FolderCache
    /// Edits take them too.
    let turns: DiskTurns
    /// What the journal knows of folders' file systems, where it was written by an earlier run.
    var fileSystems: [FilePath: FileSystemMark] = [:]
    /// Folders that were found on the file system they should be on.
    private var isOnline: Set<FolderPlace> = []
    /// Units of which something that is not complete could not be removed, or of which nobody knows whether it arrived, each with
    /// the folder that has it.
    var unremoved: [Int: FilePath] = [:]
    /// Of the batch, in the names of its temporary files: two daemons may share a library.
    let token: String

    init(gate: ChangeGate, turns: DiskTurns, token: String) {
        folders = FolderCache(gate: gate)
        self.turns = turns
        self.token = token
    }

    func temporaryName(_ intent: UnitIntent, _ index: Int) -> FileName {
        FileName("\(Self.temporaryPrefix)\(token)-\(intent.number)-\(index)")
    }

    // MARK: - Staging

    /// A file as it was found where it is to leave, and of a copy that is to be removed what it is a copy of.
    struct Found {
        let file: FileStatus
        let original: FileStatus?
    }

    /// Brings every waiting file as far as it can come alone. Where one fails, those before it are put back.
    mutating func stage(_ unit: inout UnitTransfer) {
        do throws(ImportError) {
            let (from, to) = try open(unit.intent)
            // All of them before the first goes: what recovery finds begun was found right.
            try checkTwins(of: unit, from)
            var found: [Int: Found] = [:]
            for index in unit.progress.indices {
                guard case .waiting = unit.progress[index] else { continue }
                found[index] = try find(unit.intent, index, from, to)
            }
            for (index, found) in found.sorted(by: { $0.key < $1.key }) {
                unit.progress[index] = try stage(unit.intent, index, from, to, found)
            }
            leaveTrash(&unit)
        } catch {
            unit.error = error
            revert(&unit)
            // What stands at the paths may have changed with what went wrong.
            folders.forget()
        }
    }

    mutating func open(_ intent: UnitIntent) throws(ImportError) -> (from: Folder, to: Folder) {
        try checkFileSystem(of: intent.from)
        try checkFileSystem(of: intent.to)
        let from: Folder
        do throws(CallFailure) {
            from = try folders.folder(intent.from)
        } catch {
            if error.code == ENOENT, let file = intent.files.first {
                throw .missing(intent.from.path.appending(file.name))
            }
            throw error.told("open", intent.from.path)
        }
        do throws(CallFailure) {
            return (from, try folders.make(intent.to))
        } catch {
            guard error.code == ENOENT else { throw error.told("make", intent.to.path) }
            return (from, try makeAnew(intent))
        }
    }

    /// Makes the folder that a unit goes back to where the one that a user named was removed, as many a folder is that was emptied.
    /// Anything that is away is not made anew in the empty place where it was mounted.
    private mutating func makeAnew(_ intent: UnitIntent) throws(ImportError) -> Folder {
        let base = intent.to.base
        guard let mark = fileSystems[base], folders.isGone(base, from: mark) else { throw .offline(base) }
        // An original that went with its folder would not come back with that.
        if intent.action == .remove, let file = intent.files.last {
            let (copy, source) = (
                intent.from.path.appending(file.name), intent.to.path.appending(file.newName)
            )
            throw .sourceDiffers(copy: copy, source: source)
        }
        do throws(CallFailure) {
            if try folders.makeBase(base, on: mark) { return try folders.make(intent.to) }
        } catch {
            if error.code != ENOENT { throw error.told("make", intent.to.path) }
        }
        throw .offline(base)
    }

    /// What is put back must not go into the empty folder where a card was mounted.
    mutating func checkFileSystem(of place: FolderPlace) throws(ImportError) {
        guard !fileSystems.isEmpty, !isOnline.contains(place) else { return }
        let known = ([FolderPlace(base: place.base)] + place.steps).last { fileSystems[$0.path] != nil }
        guard let known, let mark = fileSystems[known.path] else { return }
        let isThere: Bool
        do throws(CallFailure) {
            isThere = try mark.isStill(of: folders.nearest(to: place))
        } catch {
            guard error.code == ENOENT else { throw error.told("look at", place.path) }
            // A trash that was removed is gone, and no mount would bring it back: what is missing in it is told.
            if folders.isGone(place.base, from: mark) { return }
            isThere = false
        }
        guard isThere else { throw .offline(known.path) }
        isOnline.insert(place)
    }

    private mutating func stage(
        _ intent: UnitIntent,
        _ index: Int,
        _ from: Folder,
        _ to: Folder,
        _ found: Found
    ) throws(ImportError) -> UnitTransfer.Progress {
        switch intent.action {
        case .move, .restore:
            return try rename(intent, index, from, to, found.file)
        case .trash:
            try TrashInfo.write(for: intent, index, folders: &folders)
            do throws(ImportError) {
                return try rename(intent, index, from, to, found.file)
            } catch {
                // A file that may have got there keeps its description.
                if unremoved[intent.number] == nil {
                    TrashInfo.remove(of: intent.to, intent.files[index].newName, folders: &folders)
                }
                throw error
            }
        case .copy, .reflink:
            return .staged(try copy(intent, index, from, to, found.file))
        case .hardlink:
            return .linked(try link(intent, index, from, to, found.file))
        case .remove:
            return .finished(try removeCopy(intent.files[index], of: intent, from, to, found))
        }
    }

    // MARK: - One file

    private func find(
        _ intent: UnitIntent,
        _ index: Int,
        _ from: Folder,
        _ to: Folder
    ) throws(ImportError) -> Found {
        let file = try check(intent.files[index], in: from)
        if intent.action.leaves {
            let path = from.file(intent.files[index].name)
            if file.isImmutable { throw .immutable(path) }
            if from.isSticky(for: file) { throw .sticky(path) }
        }
        if intent.action == .restore { try checkIsFree(intent.files[index].newName, in: to) }
        guard intent.action == .remove else { return Found(file: file, original: nil) }
        // Before the first of them goes, as it is asked again as each does.
        try checkSidecar(beside: intent.files[index], of: intent, in: from)
        return Found(file: file, original: try original(intent.files[index], from, to, file))
    }

    /// The file as it stands at its old place, if it is the one meant.
    private func check(_ file: FileIntent, in folder: Folder) throws(ImportError) -> FileStatus {
        let path = folder.file(file.name)
        do {
            guard let found = try folder.status(of: file.name) else { throw ImportError.missing(path) }
            guard found.isRegularFile else { throw ImportError.notAFile(path) }
            let isSameFile = try hasSameContent(found.stamp, as: file.stamp, in: folder)
            // An edit that was taken back has left the same bytes in another file: a photo with its time, a sidecar with a new one.
            // FAT gives all its files other times when the zone changes.
            let isTimeKept =
                try found.stamp.modificationTime == file.stamp.modificationTime
                || found.stamp.mayHaveShifted(from: file.stamp) && !folders.keepsInodes(folder)
            let mayBeSame =
                found.stamp.size == file.stamp.size
                && (isTimeKept ? (file.hash ?? file.fingerprint) != nil : file.isSidecar && file.hash != nil)
            guard isSameFile || mayBeSame else { throw ImportError.changed(path) }
            let isUntouched =
                isSameFile && found.inode == file.stamp.inode
                && (file.stamp.changeTime == 0 || file.stamp.changeTime == found.stamp.changeTime)
            guard try isUntouched || hasSameBytes(file, folder, found) else {
                throw ImportError.changed(path)
            }
            return found
        } catch {
            throw ImportError(error, "read", path)
        }
    }

    /// Of a file with another change time: a new name or another one of a link, new attributes or permissions are no
    /// new content.
    private func hasSameBytes(
        _ file: FileIntent,
        _ folder: Folder,
        _ found: FileStatus
    ) throws(CallFailure) -> Bool {
        if let hash = file.hash { return try folder.open(file.name).contentHash() == hash }
        guard let fingerprint = file.fingerprint else { return true }
        return try folder.open(file.name).has(fingerprint, size: found.stamp.size)
    }

    /// A unit goes to the trash only while the library has another with the same content. What a rename has brought there is not where
    /// it was any more.
    func checkTwins(of unit: UnitTransfer, _ from: Folder) throws(ImportError) {
        for index in unit.intent.twins.indices where unit.progress[index].isAtSource {
            try checkTwin(unit.intent, index, from)
        }
    }

    func checkTwin(_ intent: UnitIntent, _ index: Int, _ from: Folder) throws(ImportError) {
        let path = from.file(intent.files[index].name)
        let twin = intent.twins[index]
        do throws(ImportError) {
            guard try !FileContent.isOneFile(path, twin) else { throw .ownTwin(path, twin: twin) }
            if try FileContent.hash(of: twin) == FileContent.hash(of: path) { return }
        } catch {
            // What has its name by now, or that of its folder, is no photo.
            switch error {
            case .missing(twin), .notAFile(twin), .system(_, twin, ENOTDIR): break
            default: throw error
            }
        }
        throw .twinGone(path, twin: twin)
    }
}

extension FileIntent {
    var isSidecar: Bool { name.format?.kind == .sidecar }
}
