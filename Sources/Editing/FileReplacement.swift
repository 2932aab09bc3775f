import Batches
import Files
import Glibc
import PhotoModel

/// Puts files into place: each is what it was or what it shall be, whole, whenever the machine stops, as far as a disk or a server
/// keeps what it said that it has. Many share what it costs to make them last.
struct FileReplacement {
    /// Behind it the number of the file. What has such a name is nobody's.
    static func temporaryName(_ token: String, _ number: Int) -> FileName {
        FileName(".photod-edit-\(token)-\(number)")
    }

    /// A file that is to be replaced, or removed.
    struct Item {
        let place: FilePlace
        /// `nil`: it shall not be there.
        let new: FileContent?
        let temporary: FileName
        /// Of a photo; a sidecar that is written is a new one, as any program would leave it.
        let time: Time
        /// The edit that is taken back as a whole with it; `nil`: each file is for itself.
        var edit: Int?
    }

    /// When a photo was changed last, as the new one has it.
    enum Time {
        case kept
        case ofWriting
        /// Nanoseconds since 1970.
        case restored(Int64)
    }

    /// - Parameters:
    ///   - turns: of all who take names of photos away.
    ///   - replacing: told of each photo, by its position, the file that is about to have its name.
    /// - Returns: what became of each; `nil`: it is as it shall be.
    static func replace(
        _ items: [Item],
        _ turns: DiskTurns,
        replacing: (Int, FileStatus) -> Void
    ) -> [WritingFailure?] {
        var failures = items.map { item in write(item) }
        var folders: [FilePath: Folder] = [:]
        var systems: [UInt64: Folder] = [:]
        for (item, failure) in zip(items, failures) where failure == nil {
            folders[item.place.folder.path] = item.place.folder
            systems[item.place.folder.device] = item.place.folder
        }
        var unsynced: [UInt64: WritingFailure] = [:]
        for (device, folder) in systems {
            unsynced[device] = failure { () throws(CallFailure) in try folder.synchroniseFileSystem() }
        }
        var edits: [Int: WritingFailure] = [:]
        for (index, item) in items.enumerated() {
            failures[index] = failures[index] ?? unsynced[item.place.folder.device]
            if let edit = item.edit, let failure = failures[index] { edits[edit] = edits[edit] ?? failure }
        }
        // A sidecar stays as it is where its photo does: that may not be there any more.
        var photos: [FilePath: WritingFailure] = [:]
        for (index, item) in items.enumerated() {
            let place = item.place
            failures[index] =
                failures[index] ?? item.edit.flatMap { edits[$0] } ?? place.photo.flatMap { photos[$0] }
            failures[index] = failures[index] ?? settle(item, turns) { replacing(index, $0) }
            guard let failure = failures[index] else { continue }
            if place.isPhoto { photos[place.path] = failure }
            if let edit = item.edit { edits[edit] = edits[edit] ?? failure }
            _ = place.folder.remove(item.temporary)
        }
        var unsettled: [FilePath: WritingFailure] = [:]
        for (path, folder) in folders {
            unsettled[path] = failure { () throws(CallFailure) in try folder.synchronise() }
        }
        for (index, item) in items.enumerated() where failures[index] == nil {
            failures[index] = unsettled[item.place.folder.path]
        }
        return failures
    }

    private static func failure(_ body: () throws(CallFailure) -> Void) -> WritingFailure? {
        do throws(CallFailure) { try body() } catch { return .system(error) }
        return nil
    }

    /// The new one, beside the old one.
    private static func write(_ item: Item) -> WritingFailure? {
        guard let new = item.new else { return nil }
        let folder = item.place.folder
        let leftover = folder.remove(item.temporary)
        guard leftover == 0 || leftover == ENOENT else {
            return .system(CallFailure(.remove, folder.file(item.temporary), leftover))
        }
        var result: WritingFailure?
        do throws(CallFailure) {
            let file = try folder.create(item.temporary)
            try file.write(new.head)
            if try !takeFromOld(item, file, new) { result = .unkeepable(item.place.path) }
            if result == nil, folder.syncsFilesOnly { try file.synchronise() }
        } catch { result = .system(error) }
        if result != nil { _ = folder.remove(item.temporary) }
        return result
    }

    /// A photo is the one that it was, with its owner and its attributes.
    ///
    /// - Returns: whether a photo keeps what it has to.
    private static func takeFromOld(
        _ item: Item,
        _ file: borrowing OpenFile,
        _ new: FileContent
    ) throws(CallFailure) -> Bool {
        let place = item.place
        guard place.found != nil else {
            if case .sidecar(let photo?) = place.kind {
                try file.beReadable(like: FileAccess(of: photo.name, in: place.folder))
            }
            return true
        }
        let old = try place.folder.open(place.name)
        if let rest = new.rest?.range {
            let start = Int64(new.head.count)
            try file.write(rest, of: old, at: start)
            if !new.tail.isEmpty {
                let end = start + rest.upperBound - rest.lowerBound
                try file.write(new.tail, at: end, as: .writeContent)
            }
        }
        var time: Int64?
        switch item.time {
        case .kept where place.isPhoto: break
        case .restored(let earlier): time = earlier
        case .kept, .ofWriting: time = try file.status().modificationTime
        }
        let kept = try file.takeAttributes(of: old, try old.status(), modificationTime: time)
        return kept.all || !place.isPhoto
    }

    /// Has the name lead to the new one.
    ///
    /// - Parameter replacing: told of a photo's new file once nothing but the rename is left: the number of one that does not come to
    ///   its name may be another file's a moment later.
    private static func settle(
        _ item: Item,
        _ turns: DiskTurns,
        replacing: (FileStatus) -> Void
    ) -> WritingFailure? {
        let (place, folder) = (item.place, item.place.folder)
        do throws(WritingFailure) {
            try place.checkThatNobodyWrites()
            if let new = item.new {
                let written = try WritingFailure.calling { () throws(CallFailure) in
                    try folder.status(of: item.temporary)
                }
                // What was cut off on its way to a server, whatever that has said.
                guard let written, written.stamp.size == new.size else {
                    throw .system(CallFailure(.write, place.path, EIO))
                }
            }
            try turns.take(on: folder) { () throws(WritingFailure) in
                let isAsFound = try WritingFailure.calling { () throws(CallFailure) in try place.isAsFound() }
                guard isAsFound else { throw .changed(place.path) }
                // Where it cannot be looked at it cannot get the name either.
                if place.isPhoto, let file = try? folder.status(of: item.temporary) { replacing(file) }
                try giveName(item)
            }
        } catch { return error }
        return nil
    }

    private static func giveName(_ item: Item) throws(WritingFailure) {
        let (place, folder) = (item.place, item.place.folder)
        var code: Int32
        if item.new == nil {
            code = folder.remove(place.name)
        } else if place.found != nil {
            code = folder.rename(item.temporary, over: place.name)
        } else {
            code = folder.rename(item.temporary, to: folder, as: place.name)
        }
        if code == EEXIST { throw .changed(place.path) }
        if code == ENOENT, item.new == nil { code = 0 }
        guard code == 0 else { throw .system(CallFailure(.replace, place.path, code)) }
    }
}

extension FileAccess {
    /// Of a photo beside which something is made. An access list that nobody lets this process see may give the photo's group
    /// nothing, so the group gets nothing then.
    fileprivate init(of photo: FileName, in folder: Folder) throws(CallFailure) {
        do throws(CallFailure) {
            let file = try folder.open(photo)
            try self.init(of: file)
        } catch {
            guard error.code == EACCES || error.code == EPERM else { throw error }
            var status = stat()
            let code = photo.withCString {
                fstatat(folder.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) == 0 ? 0 : errno
            }
            try CallFailure.check(code, .look, folder.file(photo))
            self.init(status, without: AccessList(bytes: []))
        }
    }
}
