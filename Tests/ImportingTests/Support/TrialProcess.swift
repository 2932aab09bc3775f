import CShims
import Glibc
import PhotoModel
import TestSupport

/// `photod-import-trial`, a process that imports a folder, and can be killed.
final class TrialProcess {
    struct Missing: Error, CustomStringConvertible {
        let path: String

        var description: String { "\(path) is missing: build the whole package first" }
    }

    private let process: pid_t
    private let output: Int32
    /// Readable when it has ended.
    private let ending: Int32
    private var isReaped = false

    /// - Parameter last: the number of the change of the disk before which it kills itself.
    init(_ trial: Trial, _ action: String, killedBefore last: Int? = nil) throws {
        var ends: [Int32] = [0, 0]
        try SystemFailure.check(photod_words_pipe(&ends), "pipe")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        let program = try Self.program()
        let arguments = [trial.inbox, trial.library, trial.state].map(\.display) + [action]
        let words = [program] + arguments + (last.map { ["\($0)"] } ?? [])
        let pointers = words.map { strdup($0) } + [nil]
        defer { for text in pointers { free(text) } }
        var started: pid_t = 0
        errno = posix_spawn(&started, program, &actions, nil, pointers, environ)
        close(ends[1])
        guard errno == 0 else {
            defer { close(ends[0]) }
            throw SystemFailure("starting \(program)")
        }
        process = started
        output = ends[0]
        ending = try SystemFailure.check(photod_process_descriptor(started), "pidfd_open")
    }

    deinit {
        if !isReaped {
            Glibc.kill(process, SIGKILL)
            var status: Int32 = 0
            waitpid(process, &status, 0)
        }
        close(output)
        close(ending)
    }

    /// Returns when it says something, as it does before it begins, or has ended.
    func waitForWords() throws {
        var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        try SystemFailure.check(poll(&entry, 1, 30_000), "poll")
    }

    /// Kills it unless it ends by itself in that time.
    func kill(afterMilliseconds milliseconds: Int) throws {
        var entry = pollfd(fd: ending, events: Int16(POLLIN), revents: 0)
        try SystemFailure.check(poll(&entry, 1, Int32(milliseconds)), "poll")
        Glibc.kill(process, SIGKILL)
    }

    /// Waits for its end. Returns what it said, and whether it was killed.
    func end() throws -> (said: String, wasKilled: Bool) {
        var said: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(output, &buffer, buffer.count)
            if count < 0 && errno == EAGAIN {
                try waitForWords()
                continue
            }
            if try SystemFailure.check(count, "read") == 0 { break }
            said += buffer[..<count]
        }
        var status: Int32 = 0
        try SystemFailure.check(waitpid(process, &status, 0), "waitpid")
        isReaped = true
        return (String(decoding: said, as: UTF8.self), status & 0x7F == SIGKILL)
    }

    /// Beside the running tests, where the package manager puts all programs, or in `PHOTOD_BUILD_DIR`.
    private static func program() throws -> String {
        var folder = getenv("PHOTOD_BUILD_DIR").map { String(cString: $0) }
        if folder == nil {
            folder = try Disk.linkTarget(FilePath("/proc/self/exe")).parent.display
        }
        let path = (folder ?? ".") + "/photod-import-trial"
        guard access(path, X_OK) == 0 else { throw Missing(path: path) }
        return path
    }
}
