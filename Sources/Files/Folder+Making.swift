import Glibc
import PhotoModel

extension Folder {
    /// Opens a folder, made where it is missing, with those above it, so that they last.
    public convenience init(
        makingAll path: FilePath,
        mode: mode_t,
        gate: ChangeGate = .open
    ) throws(CallFailure) {
        try Folder.makeAbove(path, mode: mode)
        try self.init(makingLasting: path, mode: mode, gate: gate)
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

    private static func makeAbove(_ path: FilePath, mode: mode_t) throws(CallFailure) {
        let parent = path.parent
        guard parent.bytes != path.bytes, (try? FileStatus(path: parent, following: true)) == nil else {
            return
        }
        try makeAbove(parent, mode: mode)
        let code = makeLasting(parent, mode: mode)
        guard code == 0 || code == EEXIST else { throw CallFailure(.create, parent, code) }
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
