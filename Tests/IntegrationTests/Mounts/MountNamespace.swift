import Glibc
import PhotoClient
import PhotoModel
import TestSupport
import Testing

/// A mount namespace of its own, in which a daemon can run and a test can mount what it likes: nobody else sees it. It
/// ends with its owner.
///
/// The test's own process stays outside. It reaches files inside through `/proc/PID/root`, which leads to what the
/// namespace sees.
final class MountNamespace {
    private let keeper: ChildProcess
    private let enter: [String]
    private let scratch: FilePath

    /// - Parameter scratch: a folder for the messages of the programs that are run inside.
    init(scratch: FilePath) throws {
        self.scratch = scratch
        let isRoot = getuid() == 0
        let started = scratch + "namespace-started"
        try Disk.makeFIFO(started)
        let descriptor = try SystemFailure.check(
            started.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) },
            "open"
        )
        defer { close(descriptor) }
        // The keeper ends by itself, should the test be killed.
        let script = "echo > '\(started.display)'; exec sleep 600"
        keeper = try ChildProcess(
            try Self.program("unshare"),
            (isRoot ? ["-m"] : ["-Urm"]) + ["--propagation", "private", "/bin/sh", "-c", script],
            environment: Self.environment,
            log: scratch + "namespace-log"
        )
        let ready = try Readiness.wait(for: [descriptor, keeper.endDescriptor], seconds: 30)
        guard ready == descriptor else { throw NoNamespace() }
        enter =
            [try Self.program("nsenter").display, "-t", "\(keeper.identifier)", "-m"]
            + (isRoot ? [] : ["-U", "--preserve-credentials"])
    }

    struct NoNamespace: Error, CustomStringConvertible {
        var description: String { "this system gives no mount namespace: see unshare(1)" }
    }

    /// Put before a daemon's command line, has it run inside.
    var launcher: [String] { enter }

    /// The same file, as a path for the test's process.
    func outside(_ path: FilePath) -> FilePath {
        FilePath(Array("/proc/\(keeper.identifier)/root".utf8) + path.bytes)
    }

    // MARK: Mounting

    /// Mounts a new, empty file system in memory.
    func mountMemory(at place: FilePath) throws {
        try run("mount", "-t", "tmpfs", "-o", "size=16m", "none", place.display)
    }

    /// Has a folder appear at another place too.
    func bind(_ folder: FilePath, to place: FilePath) throws {
        try run("mount", "--bind", folder.display, place.display)
    }

    func unmount(_ place: FilePath) throws {
        try run("umount", place.display)
    }

    /// Unmounts beside a daemon that may have a file open just now, and has not after one of its next barriers.
    func unmount(_ place: FilePath, inStepWith client: Connection) throws {
        for attempt in 1... {
            try client.sync()
            do { return try unmount(place) } catch { if attempt == 20 { throw error } }
        }
    }

    /// Starts a program inside that gets the path of a pipe as its last argument, and waits until it writes to it.
    func spawn(
        _ program: FilePath,
        _ arguments: [String],
        untilItWritesTo pipe: FilePath
    ) throws -> ChildProcess {
        try Disk.makeFIFO(pipe)
        let descriptor = try SystemFailure.check(
            pipe.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) },
            "open"
        )
        defer { close(descriptor) }
        let log = scratch + "namespace-log"
        let process = try ChildProcess(
            FilePath(enter[0]),
            enter.dropFirst() + [program.display] + arguments + [pipe.display],
            environment: Self.environment,
            log: log
        )
        guard try Readiness.wait(for: [descriptor, process.endDescriptor], seconds: 30) == descriptor else {
            throw Failed(
                command: [program.display] + arguments,
                end: try process.wait(),
                log: String(decoding: try Disk.read(log), as: UTF8.self)
            )
        }
        return process
    }

    struct Failed: Error, CustomStringConvertible {
        let command: [String]
        let end: ChildProcess.End
        let log: String

        var description: String { "\(command.joined(separator: " ")): \(end): \(log)" }
    }

    /// Runs a program inside, and waits for its end.
    func run(_ program: String, _ arguments: String...) throws {
        let log = scratch + "namespace-log"
        let command = enter.dropFirst() + [try Self.program(program).display] + arguments
        let process = try ChildProcess(
            FilePath(enter[0]),
            Array(command),
            environment: Self.environment,
            log: log
        )
        let end = try process.wait()
        guard end == .exited(0) else {
            throw Failed(
                command: [program] + arguments,
                end: end,
                log: String(decoding: try Disk.read(log), as: UTF8.self)
            )
        }
    }

    private static let environment = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"]

    private static func program(_ name: String) throws -> FilePath {
        if name.hasPrefix("/") { return FilePath(name) }
        return try #require(
            Programs.system(name),
            "install the packages util-linux and mount: \(name) is missing"
        )
    }
}

extension DaemonFixture {
    /// Runs a test with a daemon that lives in a mount namespace, and is not started yet.
    static func runInNamespace(_ body: (DaemonFixture, MountNamespace) throws -> Void) throws {
        try run(isStarted: false) { daemon in
            let namespace = try MountNamespace(scratch: daemon.scratch.location)
            daemon.launcher = namespace.launcher
            try body(daemon, namespace)
            // While the namespace is there.
            try daemon.stop()
        }
    }
}
