import Glibc
import PhotoModel
import TestSupport

/// Another user than the one who runs the tests, whom only root can be.
enum OtherUser {
    static let isPossible = geteuid() == 0
    static let importer: uid_t = 64_001
    static let stranger: uid_t = 64_002

    private typealias SystemCall = @convention(c) (Int, Int, Int, Int) -> Int

    /// SYS_setresuid, which glibc's function of that name would have all threads of the process do.
    #if arch(arm64)
    private static let setResUID = 147
    #else
    private static let setResUID = 117
    #endif

    /// Runs `body` with the rights of another user, on this thread alone.
    static func act<Result>(as user: uid_t, _ body: () throws -> Result) throws -> Result {
        try become(user)
        defer { do { try become(0) } catch { print("still another user: \(error)") } }
        return try body()
    }

    private static func become(_ user: uid_t) throws {
        guard let symbol = dlsym(nil, "syscall") else { throw SystemFailure("syscall") }
        let call = unsafeBitCast(symbol, to: SystemCall.self)
        try SystemFailure.check(call(setResUID, -1, Int(user), -1), "setresuid")
    }
}

extension Trial {
    /// Lets the importer do as it likes in all folders.
    func giveFolders(to user: uid_t) throws {
        for path in [inbox, library, state] { try Disk.setOwner(path, user) }
        for path in [inbox.parent, library.parent, state.parent] { try Disk.setMode(path, 0o755) }
    }
}
