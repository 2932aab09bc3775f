import Glibc
import Testing

/// Something that `photod-extract-boxed` tries, and how the sandbox is to answer it.
struct Misdeed: Sendable, CustomTestStringConvertible {
    enum Argument: Sendable {
        case none
        case newFile
        case oldFile
        case newProgram
        case secret
        case socketPath
        case port
        case parent
        case text(String)
    }

    enum End: Sendable {
        /// The call is answered with an error, and the worker goes on.
        case refused
        /// The worker is killed, or answers what it must not.
        case crashed
        case timedOut
        /// The box allows it, for its libraries do it.
        case done
    }

    let name: String
    var argument = Argument.none
    let end: End

    /// How a worker's box is to answer: that of the one for pictures lets it start threads and write to what it was given to
    /// write. `nil`: the box is not to keep it from that.
    func end(in box: String) -> End? {
        switch (name, argument) {
        // The C library asks for these where threads close files.
        case ("call", .text("rt_sigaction")): return .refused
        case ("call", .text("madvise")) where box != "photod-render": return .refused
        default: break
        }
        guard box == "photod-render" else { return end }
        switch (name, argument) {
        case ("start-thread", _): return nil
        case ("write-into-photo", _), ("cut-photo", _): return .refused
        case ("call", .text("madvise")): return .done
        default: return end
        }
    }

    var testDescription: String {
        if case .text(let text) = argument { "\(name) \(text)" } else { name }
    }

    /// The file that asks for it.
    func text(_ victims: Victims) -> String {
        let text =
            switch argument {
            case .none: ""
            case .newFile: victims.newFile
            case .oldFile: victims.oldFile
            case .newProgram: "/bin/true"
            case .secret: Victims.secret
            case .socketPath: victims.socketPath
            case .port: "\(victims.port)"
            case .parent: "parent"
            case .text(let text): text
            }
        return "\(name)\n\(text)\n"
    }

    static let files: [Misdeed] = [
        Misdeed(name: "create-file", argument: .newFile, end: .refused),
        Misdeed(name: "open-file", argument: .oldFile, end: .refused),
        Misdeed(name: "open-file", argument: .text("/proc/self/mem"), end: .refused),
        Misdeed(name: "look-at-file", argument: .oldFile, end: .refused),
        Misdeed(name: "remove-file", argument: .oldFile, end: .crashed),
        Misdeed(name: "find-descriptor", argument: .secret, end: .refused),
        Misdeed(name: "write-photo", end: .crashed),
        Misdeed(name: "write-into-photo", end: .crashed),
        Misdeed(name: "cut-photo", end: .crashed),
        Misdeed(name: "map-photo-to-write", end: .crashed),
    ]

    static let others: [Misdeed] = [
        Misdeed(name: "connect-to-path", argument: .socketPath, end: .refused),
        Misdeed(name: "connect-to-port", argument: .port, end: .refused),
        Misdeed(name: "reconnect-to-path", argument: .socketPath, end: .crashed),
        Misdeed(name: "kill-parent", argument: .parent, end: .crashed),
        Misdeed(name: "trace-parent", argument: .parent, end: .crashed),
        Misdeed(name: "outlive-parent", end: .crashed),
        Misdeed(name: "fork", end: .crashed),
        Misdeed(name: "vfork", end: .crashed),
        Misdeed(name: "spawn", argument: .newProgram, end: .crashed),
        Misdeed(name: "exec", argument: .newProgram, end: .crashed),
        Misdeed(name: "start-thread", end: .crashed),
    ]

    static let memory: [Misdeed] = [
        Misdeed(name: "take-private-memory", end: .refused),
        Misdeed(name: "take-break-memory", end: .refused),
        Misdeed(name: "take-shared-memory", end: .crashed),
        Misdeed(name: "take-stack-memory", end: .crashed),
        Misdeed(name: "take-page-tables", end: .refused),
        Misdeed(name: "take-deep-stack", end: .crashed),
        Misdeed(name: "map-to-run", end: .crashed),
        Misdeed(name: "map-photo-to-run", end: .crashed),
        Misdeed(name: "make-memory-executable", end: .crashed),
        Misdeed(name: "raise-limits", end: .refused),
    ]

    static let answers: [Misdeed] = [
        Misdeed(name: "spin", end: .timedOut),
        Misdeed(name: "take-message", end: .timedOut),
        Misdeed(name: "leave", end: .crashed),
        Misdeed(name: "close-socket", end: .crashed),
        Misdeed(name: "send-garbage", end: .crashed),
        Misdeed(name: "send-too-much", end: .crashed),
        Misdeed(name: "answer-for-another", end: .crashed),
        Misdeed(name: "print-much", end: .refused),
    ]

    static let calls: [Misdeed] =
        [
            "bpf", "chroot", "dup", "fchmod", "fcntl", "getdents64", "getpid", "init_module", "inotify_init1",
            "io_uring_setup", "keyctl", "linkat", "madvise", "memfd_create", "mkdirat", "mlockall", "mount",
            "nanosleep", "open_by_handle_at", "openat2", "perf_event_open", "personality", "pidfd_getfd",
            "pipe2", "process_vm_writev", "ptrace", "read", "reboot", "renameat2", "rt_sigaction", "seccomp",
            "sendto", "setns", "setrlimit", "setuid", "shmget", "socketpair", "splice", "symlinkat",
            "timer_create", "unshare", "userfaultfd", "vmsplice", "writev",
        ].map { Misdeed(name: "call", argument: .text($0), end: .crashed) } + otherDoors

    /// Calls as programs of other machines make them, which the same kernel may answer.
    private static var otherDoors: [Misdeed] {
        #if arch(x86_64)
        [Misdeed(name: "call-as-32-bits", end: .crashed), Misdeed(name: "call-as-x32", end: .crashed)]
        #else
        []
        #endif
    }

    static var all: [Misdeed] { files + others + memory + answers + calls }
}
