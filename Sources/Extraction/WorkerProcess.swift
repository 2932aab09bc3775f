import CShims
import Glibc
import PhotoModel

/// A worker's process and the socket to it. Whoever drops it ends the worker.
///
/// It belongs to the thread that started it: that thread's end kills the worker.
final class WorkerProcess {
    /// How a process ended, for the log.
    enum End: Hashable {
        case exited(Int32)
        case signal(Int32)
        /// Killed, but still waiting for something in the kernel. It is to be reaped later.
        case lingering

        /// Whether somebody else ended it, so that this says nothing of what it was at: the kernel, short of memory, a person, or
        /// a service manager that ends all of a service's processes at once. No library's fault ends a process by these signals.
        var isSomebodysDoing: Bool {
            switch self {
            case .signal(SIGKILL), .signal(SIGTERM), .signal(SIGINT), .signal(SIGHUP): true
            case .signal, .exited, .lingering: false
            }
        }
    }

    let process: pid_t
    let socket: Int32
    /// What the worker had to say, whatever of it came first: no worker fills the log.
    let words: LastWords
    private var isReaped = false

    private init(process: pid_t, socket: Int32, words: LastWords) {
        self.process = process
        self.socket = socket
        self.words = words
    }

    deinit {
        if !isReaped {
            close(socket)
            kill(process, SIGKILL)
            var status: Int32 = 0
            _ = waitpid(process, &status, WNOHANG)
        }
    }

    /// Nothing of the daemon's environment goes along: it may hold secrets, and a worker needs none of it. A crashing
    /// Swift program would try to start a debugger, which the sandbox forbids.
    private static let environment = ["LANG=C", "SWIFT_BACKTRACE=enable=no"]

    /// Starts a worker. It says hello when its sandbox stands.
    static func start(_ location: WorkerLocation) throws(ExtractionError) -> WorkerProcess {
        var ends: (Int32, Int32) = (-1, -1)
        let kind = Int32(bitPattern: SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        let made = withUnsafeMutableBytes(of: &ends) { buffer in
            buffer.withMemoryRebound(to: Int32.self) { socketpair(AF_UNIX, kind, 0, $0.baseAddress) }
        }
        guard made == 0 else { throw .resource("no socket for a worker", reason: errno) }
        defer { close(ends.1) }
        var wordsEnd: Int32 = -1
        let words: LastWords
        do throws(ExtractionError) {
            words = try LastWords(writingEnd: &wordsEnd)
        } catch {
            close(ends.0)
            throw error
        }
        defer { close(wordsEnd) }

        var process: pid_t = 0
        var arguments = [location.path.bytes, Array(String(getpid()).utf8)]
        if location.role != .reader { arguments.append(Array(location.role.rawValue.utf8)) }
        let failure = withCStrings(arguments) { arguments in
            withCStrings(environment.map { Array($0.utf8) }) { environment in
                location.path.withCString {
                    photod_spawn_worker($0, ends.1, wordsEnd, arguments, environment, &process)
                }
            }
        }
        guard failure == 0 else {
            close(ends.0)
            throw refusal(of: location, reason: failure)
        }
        return WorkerProcess(process: process, socket: ends.0, words: words)
    }

    private static func refusal(of location: WorkerLocation, reason: Int32) -> ExtractionError {
        switch reason {
        case EAGAIN, ENOMEM, EMFILE, ENFILE: .resource("a worker cannot be started", reason: reason)
        default: .workerRefused(path: location.path.display, reason: reason)
        }
    }

    /// Lets the worker go, or kills it, and reaps it. `patience` is how long, in milliseconds, it may take to go by
    /// itself; with none it is killed at once.
    func end(patience: Int32) -> End {
        guard !isReaped else { return .lingering }
        close(socket)
        isReaped = true
        let descriptor = photod_process_descriptor(process)
        defer { if descriptor >= 0 { close(descriptor) } }
        if patience <= 0 || !Self.waits(descriptor, milliseconds: patience) { kill(process, SIGKILL) }
        // A process stuck in the kernel does not even die: do not get stuck with it. Without a descriptor to wait
        // with (an older kernel), waiting for a killed process is all there is.
        let isGone = descriptor < 0 || Self.waits(descriptor, milliseconds: 1_000)
        var status: Int32 = 0
        let reaped = uninterrupted { waitpid(process, &status, isGone ? 0 : WNOHANG) }
        guard reaped == process else { return .lingering }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signal(signal)
    }

    private static func waits(_ descriptor: Int32, milliseconds: Int32) -> Bool {
        guard descriptor >= 0 else { return false }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return uninterrupted { poll(&request, 1, milliseconds) } > 0
    }

    /// Calls `body` with C strings and the NULL that ends their list.
    private static func withCStrings<Result>(
        _ strings: [[UInt8]],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        var bytes = [UInt8](strings.joined(separator: [0])) + [0]
        return bytes.withUnsafeMutableBytes { buffer in
            buffer.withMemoryRebound(to: CChar.self) { characters in
                var pointers: [UnsafeMutablePointer<CChar>?] = []
                var offset = 0
                for string in strings {
                    pointers.append(characters.baseAddress?.advanced(by: offset))
                    offset += string.count + 1
                }
                return body(pointers + [nil])
            }
        }
    }
}

extension WorkerProcess.End: CustomStringConvertible {
    var description: String {
        switch self {
        case .exited(let code): "it ended with exit status \(code)"
        case .signal(SIGSYS): "it was killed for a system call outside its sandbox"
        case _ where isSomebodysDoing: "it was killed"
        case .signal(let number): "it was killed by signal \(number)"
        case .lingering: "it was killed but is stuck in the kernel"
        }
    }
}
