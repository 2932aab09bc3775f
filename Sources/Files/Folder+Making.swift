import Glibc
import PhotoModel

extension Folder {
    /// Opens a folder, made where it is missing, with those above it, so that they last.
    public convenience init(
        makingAll path: FilePath,
        mode: mode_t,
        gate: ChangeGate = .open
    ) throws(CallFailure) {
        try Folder.makeAll(path, mode: mode)
        try self.init(path, gate: gate)
    }

    /// Opens a folder, made where it is missing so that it lasts: what is synced in a folder is lost in a power cut with the name
    /// of that folder, which fsync(2) leaves to the one above.
    public convenience init(
        makingLasting path: FilePath,
        mode: mode_t,
        gate: ChangeGate = .open
    ) throws(CallFailure) {
        let code = Folder.makeLasting(path, mode: mode)
        guard code == 0 || code == EEXIST else { throw CallFailure(.create, path, code) }
        try self.init(path, gate: gate)
    }

    /// Makes a folder where it is missing, with those above it, so that they last.
    public static func makeAll(_ path: FilePath, mode: mode_t) throws(CallFailure) {
        guard (try? FileStatus(path: path, following: true)) == nil else { return }
        if path.parent.bytes != path.bytes { try makeAll(path.parent, mode: mode) }
        let code = makeLasting(path, mode: mode)
        guard code == 0 || code == EEXIST else { throw CallFailure(.create, path, code) }
    }

    /// Makes a folder at a path, and its name last: 0 or an error number, EEXIST where something has the name.
    public static func makeLasting(_ path: FilePath, mode: mode_t) -> Int32 {
        let code = make(path, mode: mode)
        guard code == 0 else { return code }
        do throws(CallFailure) { try Folder(path.parent).synchronise() } catch {
            // One that may not be listed cannot be opened, and so not be synced, by whoever may write to it.
            return error.code == EACCES ? 0 : error.code
        }
        return 0
    }
}
