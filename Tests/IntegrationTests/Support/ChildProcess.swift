import CShims
import Glibc
import PhotoModel
import TestSupport

/// A program that a test started. It is killed with its owner if it still runs.
final class ChildProcess {
    enum End: Equatable, CustomStringConvertible {
        case exited(Int32)
        case killed(signal: Int32)

        var description: String {
            switch self {
            case .exited(let code): "exit status \(code)"
            case .killed(let signal): "signal \(signal)"
            }
        }
    }

    let identifier: pid_t
    /// Readable when the process has ended.
    let endDescriptor: Int32
    private(set) var end: End?

    /// - Parameters:
    ///   - environment: all of it; nothing is inherited.
    ///   - output: the file for standard output, begun anew.
    ///   - log: the file for standard error, appended to.
    ///   - passed: descriptors that it has as 3, 4 and so on.
    init(
        _ program: FilePath,
        _ arguments: [String],
        environment: [String] = [],
        output: FilePath = FilePath("/dev/null"),
        log: FilePath,
        passing passed: [Int32] = []
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        _ = output.withCString {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, $0, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        }
        _ = log.withCString {
            posix_spawn_file_actions_addopen(
                &actions,
                STDERR_FILENO,
                $0,
                O_WRONLY | O_CREAT | O_APPEND,
                0o666
            )
        }
        for (position, descriptor) in passed.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, STDERR_FILENO + 1 + Int32(position))
        }
        let words = ([program.display] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { for text in words + variables { free(text) } }
        var process: pid_t = 0
        errno = program.withCString { posix_spawn(&process, $0, &actions, nil, words, variables) }
        guard errno == 0 else { throw SystemFailure("starting \(program.display)") }
        identifier = process
        endDescriptor = try SystemFailure.check(photod_process_descriptor(process), "pidfd_open")
    }

    deinit {
        if end == nil {
            kill(identifier, SIGKILL)
            var status: Int32 = 0
            waitpid(identifier, &status, 0)
        }
        close(endDescriptor)
    }

    func signal(_ number: Int32) throws {
        try SystemFailure.check(kill(identifier, number), "kill")
    }

    /// Stops it until SIGCONT. When this returns no thread of it runs: the signal alone only asks for that.
    func halt() throws {
        try signal(SIGSTOP)
        var information = siginfo_t()
        try SystemFailure.check(waitid(P_PID, id_t(identifier), &information, WSTOPPED), "waitid")
    }

    /// Waits until it has stopped by itself.
    func waitUntilStopped() throws {
        try Waiting.until("process \(identifier) stops") {
            var status: Int32 = 0
            return try SystemFailure.check(waitpid(identifier, &status, WUNTRACED | WNOHANG), "waitpid") != 0
        }
    }

    @discardableResult
    func wait(atMost seconds: Int = 30) throws -> End {
        if let end { return end }
        guard try Readiness.wait(for: [endDescriptor], seconds: seconds) != nil else {
            throw TimedOut(what: "process \(identifier) to end")
        }
        var status: Int32 = 0
        try SystemFailure.check(waitpid(identifier, &status, 0), "waitpid")
        // WIFSIGNALED and WEXITSTATUS are macros.
        let result = status & 0x7F == 0 ? End.exited(status >> 8 & 0xFF) : End.killed(signal: status & 0x7F)
        end = result
        return result
    }
}

/// poll(2) for reading.
enum Readiness {
    /// The first descriptor that is readable or hung up; `nil` where none is in time.
    static func wait(for descriptors: [Int32], seconds: Int) throws -> Int32? {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var clock = timespec()
        clock_gettime(CLOCK_MONOTONIC, &clock)
        let deadline = clock.tv_sec + seconds
        while true {
            clock_gettime(CLOCK_MONOTONIC, &clock)
            let count = poll(&entries, nfds_t(entries.count), Int32(max(0, deadline - clock.tv_sec) * 1000))
            if count < 0 && errno == EINTR { continue }
            try SystemFailure.check(count, "poll")
            return entries.first { $0.revents != 0 }?.fd
        }
    }
}
