import Glibc
import PhotoModel

extension Folder {
    /// Opens a folder, made where it is missing, with those above it.
    public convenience init(
        makingAll path: FilePath,
        mode: mode_t,
        gate: ChangeGate = .open
    ) throws(CallFailure) {
        try Folder.makeAbove(path, mode: mode)
        try self.init(making: path, mode: mode, gate: gate)
    }

    /// Opens a folder, made where it is missing so that it lasts: what is synced in a folder is lost in a power cut with the name
    /// of that folder, which fsync(2) leaves to the one above.
    public convenience init(
        makingLasting path: FilePath,
        mode: mode_t,
        gate: ChangeGate = .open
    ) throws(CallFailure) {
        let isMade = Folder.make(path, mode: mode) == 0
        try self.init(making: path, mode: mode, gate: gate)
        if isMade { try Folder(path.parent).synchronise() }
    }

    private static func makeAbove(_ path: FilePath, mode: mode_t) throws(CallFailure) {
        let parent = path.parent
        guard parent.bytes != path.bytes, (try? FileStatus(path: parent, following: true)) == nil else {
            return
        }
        try makeAbove(parent, mode: mode)
        let code = make(parent, mode: mode)
        guard code == 0 || code == EEXIST else { throw CallFailure(.create, parent, code) }
    }
}
