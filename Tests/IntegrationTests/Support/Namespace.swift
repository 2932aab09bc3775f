import Glibc
import PhotoModel
import TestSupport
import Testing

/// A namespace of the kernel's that lives as long as its owner: what is mounted or limited in it is nobody else's.
final class Namespace {
    enum Kind: String {
        /// Where this user is root and has limits of its own.
        case user
        /// With mounts of its own.
        case mount

        /// Options of unshare(1) and nsenter(1). Who is not root has to be root of a user namespace to mount anything.
        fileprivate var making: [String] {
            switch self {
            case .user: ["--user", "--map-root-user"]
            case .mount: getuid() == 0 ? ["--mount"] : ["--user", "--map-root-user", "--mount"]
            }
        }

        fileprivate var entering: [String] {
            switch self {
            case .user: ["--user", "--preserve-credentials"]
            case .mount: getuid() == 0 ? ["--mount"] : ["--user", "--preserve-credentials", "--mount"]
            }
        }

        /// Does what tests do in it.
        private var trial: String {
            switch self {
            case .user: "true"
            case .mount: "mount -t tmpfs none /mnt"
            }
        }

        /// Whether this machine allows it: containers often do not.
        fileprivate var isAllowed: Bool {
            do {
                let unshare = try Namespace.program("unshare")
                let child = try ChildProcess(
                    unshare,
                    making + ["sh", "-c", trial],
                    environment: Namespace.environment,
                    log: FilePath("/dev/null")
                )
                return try child.wait() == .exited(0)
            } catch { return false }
        }
    }

    /// Asked once.
    fileprivate static let allowsUsers = Kind.user.isAllowed
    fileprivate static let allowsMounts = Kind.mount.isAllowed

    struct SetupFailed: Error, CustomStringConvertible {
        let script: String
        let end: ChildProcess.End

        var description: String { "\(script): \(end)" }
    }

    private let kind: Kind
    private let log: FilePath
    private let holder: ChildProcess

    /// - Parameters:
    ///   - setup: a shell script that is run in it first.
    ///   - log: what the script says.
    init(_ kind: Kind, setup: String, in scratch: FilePath, log: FilePath) throws {
        self.kind = kind
        self.log = log
        let sign = scratch + "namespace-\(kind.rawValue)"
        try Disk.makeFIFO(sign)
        let reader = try OpenFile(sign, O_RDONLY | O_NONBLOCK)
        let script = "set -e; \(setup); echo ready > \"$0\"; exec sleep 3600"
        holder = try ChildProcess(
            Self.program("unshare"),
            kind.making + ["sh", "-c", script, sign.display],
            environment: Self.environment,
            log: log
        )
        switch try Readiness.wait(for: [reader.descriptor, holder.endDescriptor], seconds: 30) {
        case reader.descriptor: break
        case nil: throw TimedOut(what: "the namespace")
        default: throw SetupFailed(script: setup, end: try holder.wait())
        }
    }

    /// Put before a program that is to run in it.
    var launcher: [String] {
        get throws {
            try [Self.program("nsenter").display, "--target", "\(holder.identifier)"] + kind.entering + ["--"]
        }
    }

    /// A path as it is in there.
    func path(_ path: FilePath) -> FilePath {
        FilePath(Array("/proc/\(holder.identifier)/root".utf8) + path.bytes)
    }

    /// Runs a shell script in it.
    func run(_ script: String) throws {
        let launcher = try launcher
        let shell = try ChildProcess(
            FilePath(launcher[0]),
            launcher.dropFirst() + ["sh", "-c", script],
            environment: Self.environment,
            log: log
        )
        let end = try shell.wait()
        guard end == .exited(0) else { throw SetupFailed(script: script, end: end) }
    }

    private static let environment = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"]

    private static func program(_ name: String) throws -> FilePath {
        guard let path = Programs.system(name) else { throw Programs.Missing(path: name) }
        return path
    }
}

/// Of tests that need a namespace of the kernel's.
extension Trait where Self == ConditionTrait {
    static var inUserNamespace: Self {
        .enabled(if: Namespace.allowsUsers, "this machine allows no user namespaces")
    }

    static var inMountNamespace: Self {
        .enabled(
            if: Namespace.allowsMounts,
            "this machine allows no mount namespaces, or nobody to mount in them"
        )
    }
}
