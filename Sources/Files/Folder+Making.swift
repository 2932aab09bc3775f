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
