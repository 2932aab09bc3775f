import Glibc
import LineProtocol
import PhotoClient
import PhotoModel

/// Looks: at the daemon, through its socket; at the rest as anybody can.
struct Examiner {
    let sockets: [SocketPath]
    /// Where the state directory is, if somebody said so.
    let stateDirectory: String?

    /// Long enough for a daemon under load, short enough for someone who waits.
    private static let patience = Duration.seconds(10)

    func examine() -> Examination {
        var examination = Examination()
        examination.user = geteuid()
        examination.service = Self.service(sockets.map(\.description)) { access($0, F_OK) == 0 }
        let answers = askDaemon()
        examination.daemon = answers.daemon
        var user = examination.user
        var executable = TextFile.link("/proc/self/exe")
        if case .running(let running) = answers.daemon {
            user = running.user ?? user
            executable = TextFile.link("/proc/\(running.process)/exe")
        }
        let use = KernelFigures.inotifyUse(of: user)
        examination.watches = KernelFigures.limit("watches", used: use.watches)
        examination.instances = KernelFigures.limit("instances", used: use.instances)
        examination.sandbox = KernelFigures.sandbox()
        examination.worker = KernelFigures.worker("photod-extract", besides: executable)
        examination.mediaWorker = KernelFigures.worker("photod-media", besides: executable)
        examination.renderWorker = KernelFigures.worker("photod-render", besides: executable)
        let mounts = MountList.current()
        let listed = ListedMounts.current()
        examination.roots = answers.roots.map { root in
            FolderLook.root(
                root.place,
                state: root.state,
                reason: root.reason,
                mounts: mounts,
                listed: listed
            )
        }
        let state = answers.stateDirectory ?? stateDirectory ?? Self.usualStateDirectory
        examination.state = state.map { FolderLook.state($0, mounts: mounts) }
        return examination
    }

    // MARK: The daemon

    private struct Answers {
        var daemon: Examination.Daemon
        var roots: [(place: FilePath, state: String, reason: String?)] = []
        var stateDirectory: String?
    }

    private func askDaemon() -> Answers {
        do throws(ClientError) {
            let connection = try Connection(to: sockets, readTimeout: Self.patience)
            let status = try Self.ask("status", connection)
            let configuration = try Self.ask("config", connection)
            return Answers(
                daemon: .running(Self.running(status, at: connection.path)),
                roots: (status["roots"]?.array ?? []).map { root in
                    // A path that is no text is exact in its uri alone.
                    let place = root["uri"]?.string.flatMap(PathWord.path(ofURI:)).map { FilePath($0) }
                    return (
                        place ?? FilePath(root["path"]?.string ?? ""), root["state"]?.string ?? "",
                        root["reason"]?.string
                    )
                },
                stateDirectory: configuration["stateDirectory"]?.string
            )
        } catch {
            return Answers(daemon: .unreachable(reason: Self.reason(error)))
        }
    }

    private static func ask(_ command: String, _ connection: Connection) throws(ClientError) -> JSONValue {
        try connection.send(Request(command))
        var answer = JSONValue.null
        while let line = try connection.nextLine() {
            do throws(JSONError) {
                answer = try JSONValue.parse(line)
            } catch {
                throw .malformedReply(ClientError.excerpt(line))
            }
        }
        return answer
    }

    private static func running(_ status: JSONValue, at socket: SocketPath) -> Examination.Running {
        let process = status["pid"]?.integer ?? 0
        return Examination.Running(
            process: process,
            socket: String(decoding: PathArgument.absolute(socket.bytes), as: UTF8.self),
            user: KernelFigures.owner(of: "/proc/\(process)"),
            version: status["version"]?.string ?? "",
            state: status["state"]?.string ?? "",
            watchesUsed: status["watches"]?["used"]?.integer ?? 0,
            polled: status["watches"]?["polled"]?.integer ?? 0,
            sandbox: status["workers"]?["sandbox"]?.string ?? "",
            problems: (status["problems"]?.array ?? []).map { problem in
                Examination.Problem(
                    problem: problem["problem"]?.string ?? "",
                    remedy: problem["remedy"]?.string ?? ""
                )
            }
        )
    }

    /// On one line.
    private static func reason(_ error: ClientError) -> String {
        guard case .unreachable(let attempts) = error else { return error.description }
        return attempts.map { "\($0.path): \($0.reason)" }.joined(separator: "; ")
    }

    /// The unit whose socket is among these: the system's, where its folder is there or nothing else is asked.
    static func service(_ sockets: [String], exists: (String) -> Bool) -> Examination.Service {
        for socket in sockets {
            let parts = socket.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 4, parts[1] == "run", parts[2].hasPrefix("photod-"), parts[3] == "socket",
                sockets.count == 1 || exists("/run/\(parts[2])")
            else { continue }
            return .system(user: String(parts[2].dropFirst("photod-".count)))
        }
        return .user
    }

    // MARK: The state directory

    /// Where a daemon of this user that was told nothing else keeps its state.
    private static var usualStateDirectory: String? {
        if let home = variable("XDG_STATE_HOME"), home.hasPrefix("/") { return home + "/photod" }
        return variable("HOME").map { $0 + "/.local/state/photod" }
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
