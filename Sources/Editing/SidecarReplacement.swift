import Files
import Glibc
import PhotoModel

/// Puts sidecars into place: each is what it was or what it shall be, whole, whenever the machine stops. Many share what it costs
/// to make them last.
struct SidecarReplacement {
    /// Behind it the number of the sidecar. What has such a name is nobody's.
    static func temporaryName(_ token: String, _ number: Int) -> FileName {
        FileName(".photod-edit-\(token)-\(number)")
    }

    /// A sidecar that is to be replaced, or removed.
    struct Item {
        let place: SidecarPlace
        /// `nil`: none.
        let new: [UInt8]?
        let temporary: FileName
    }

    /// What became of each; `nil`: it is as it shall be.
    static func replace(_ items: [Item]) -> [SidecarFailure?] {
        var failures = items.map { item in failure { () throws(CallFailure) in try write(item) } }
        var folders: [FilePath: Folder] = [:]
        var systems: [UInt64: Folder] = [:]
        for (item, failure) in zip(items, failures) where failure == nil {
            folders[item.place.folder.path] = item.place.folder
            systems[item.place.folder.device] = item.place.folder
        }
        var unsynced: [UInt64: SidecarFailure] = [:]
        for (device, folder) in systems {
            unsynced[device] = failure { () throws(CallFailure) in try folder.synchroniseFileSystem() }
        }
        for (index, item) in items.enumerated() {
            failures[index] = failures[index] ?? unsynced[item.place.folder.device] ?? settle(item)
            if failures[index] != nil { _ = item.place.folder.remove(item.temporary) }
        }
        var unsettled: [FilePath: SidecarFailure] = [:]
        for (path, folder) in folders {
            unsettled[path] = failure { () throws(CallFailure) in try folder.synchronise() }
        }
        for (index, item) in items.enumerated() where failures[index] == nil {
            failures[index] = unsettled[item.place.folder.path]
        }
        return failures
    }

    private static func failure(_ body: () throws(CallFailure) -> Void) -> SidecarFailure? {
        do throws(CallFailure) { try body() } catch { return .system(error) }
        return nil
    }

    /// The new one, beside the old one.
    private static func write(_ item: Item) throws(CallFailure) {
        guard let new = item.new else { return }
        let folder = item.place.folder
        let leftover = folder.remove(item.temporary)
        guard leftover == 0 || leftover == ENOENT else {
            throw CallFailure(.remove, folder.file(item.temporary), leftover)
        }
        let file = try folder.create(item.temporary)
        do throws(CallFailure) {
            try file.write(new)
            if item.place.found != nil {
                let old = try folder.open(item.place.name)
                let now = try file.status().modificationTime
                _ = try file.takeAttributes(of: old, try old.status(), modificationTime: now)
            } else if let photo = item.place.photo {
                try file.beReadable(like: photo, in: folder)
            }
        } catch {
            _ = folder.remove(item.temporary)
            throw error
        }
    }

    /// Has the name lead to the new one.
    private static func settle(_ item: Item) -> SidecarFailure? {
        let (place, folder) = (item.place, item.place.folder)
        do throws(CallFailure) {
            guard try place.isAsFound() else { return .changed(place.path) }
        } catch { return .system(error) }
        var code: Int32
        if item.new == nil {
            code = folder.remove(place.name)
        } else if place.found != nil {
            code = folder.rename(item.temporary, over: place.name)
        } else {
            code = folder.rename(item.temporary, to: folder, as: place.name)
        }
        if code == EEXIST { return .changed(place.path) }
        if code == ENOENT, item.new == nil { code = 0 }
        return code == 0 ? nil : .system(CallFailure(.replace, place.path, code))
    }
}

extension OpenFile {
    /// Gives a new file owner and mode of a photo, as far as may be: whoever may read the one may read the other.
    fileprivate func beReadable(like photo: FileName, in folder: Folder) throws(CallFailure) {
        var status = stat()
        let code = photo.withCString { fstatat(folder.descriptor, $0, &status, 0) == 0 ? 0 : errno }
        try CallFailure.check(code, .look, folder.file(photo))
        try pass(.setAttributes, .write)
        // -1: as it is.
        let keptGroup =
            fchown(descriptor, status.st_uid, status.st_gid) == 0
            || fchown(descriptor, ~0, status.st_gid) == 0
        let mode = keptGroup ? status.st_mode : Permissions.modeInAnotherGroup(status.st_mode)
        guard fchmod(descriptor, mode_t(mode) & 0o666 | 0o600) == 0 else {
            throw CallFailure(.write, path, errno)
        }
    }
}
