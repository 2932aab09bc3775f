import PhotoModel

/// What an examination means. Pure: the same examination gives the same findings.
struct Diagnosis {
    let examination: Examination

    /// In the order in which one mends things: the daemon, its limits, its folders, its sandbox.
    var findings: [Finding] {
        daemon + [watches, instances] + roots + StateDiagnosis(examination: examination).findings + sandbox
            + [worker, mediaWorker, renderWorker] + problems
    }

    private var running: Examination.Running? {
        if case .running(let running) = examination.daemon { running } else { nil }
    }

    // MARK: The daemon

    private var daemon: [Finding] {
        switch examination.daemon {
        case .unreachable(let reason):
            return [
                .error(
                    "daemon",
                    "photod does not answer (\(reason)), so its folders are not known here",
                    remedy: examination.service.systemctl("start")
                )
            ]
        case .running(let running):
            var findings = [
                Finding.ok(
                    "daemon",
                    "photod \(running.version) is running (process \(running.process)), \(running.state)"
                )
            ]
            if let user = running.user, user != examination.user {
                findings.append(
                    .warning(
                        "user",
                        "photod runs as user \(user), and permissions are judged for user \(examination.user)",
                        remedy: "sudo -u '#\(user)' photoctl \(sameSocket)doctor"
                    )
                )
            }
            return findings
        }
    }

    /// An option, with a blank behind it, that has another user ask the same daemon: each has sockets of their own.
    private var sameSocket: String { running.map { "--socket \(ShellWord.quoted($0.socket)) " } ?? "" }

    /// What the daemon itself complains of, but for what is looked at here in detail.
    private var problems: [Finding] {
        guard let running else { return [] }
        let offline = examination.roots.filter { $0.state == "offline" }
        return running.problems.filter { problem in
            !offline.contains { Self.isOffline($0, by: problem) }
                && !problem.problem.contains("no inotify watch")
                && !problem.problem.contains("seccomp") && !problem.problem.contains("Landlock")
        }.map { .warning("daemon", $0.problem, remedy: $0.remedy) }
    }

    // MARK: Limits

    /// Room for twice what there is, in the steps that people know from manuals.
    static func neededWatches(for directories: Int, beyond limit: Int) -> Int {
        var needed = 65_536
        while needed < directories * 2 || needed <= limit { needed *= 2 }
        return needed
    }

    private var watches: Finding {
        let limit = examination.watches
        guard let (name, most) = Self.smallest(limit, "watches") else { return Self.unknownLimit("watches") }
        let directories = Int((running?.watchesUsed ?? 0) + (running?.polled ?? 0))
        let all = max(limit.used ?? 0, directories)
        let needed = Self.neededWatches(for: all, beyond: most)
        let remedy = Self.raise(name, to: needed)
        let used = limit.used.map { "\($0) used by this user, " } ?? ""
        if let polled = running?.polled, polled > 0 {
            let folders = polled == 1 ? "1 folder has" : "\(polled) folders have"
            return .warning(
                "watches",
                "\(folders) no inotify watch and \(polled == 1 ? "is" : "are") looked at every 20 s: "
                    + "\(used)\(most) allowed by \(name), \(needed) needed",
                remedy: remedy
            )
        }
        if all > most / 10 * 8 {
            return .warning(
                "watches",
                "\(used)\(most) allowed by \(name): soon no more, and folders are polled then",
                remedy: remedy
            )
        }
        return .ok("watches", "\(used)\(most) allowed by \(name)")
    }

    private var instances: Finding {
        let limit = examination.instances
        guard let (name, most) = Self.smallest(limit, "instances") else {
            return Self.unknownLimit("instances")
        }
        let used = limit.used.map { "\($0) used by this user, " } ?? ""
        // A daemon that runs has its own already; one that does not needs one.
        if let count = limit.used, count >= most, running == nil {
            return .error(
                "instances",
                "\(used)\(most) allowed by \(name): photod gets none",
                remedy: Self.raise(name, to: max(256, most * 2))
            )
        }
        if let count = limit.used, count >= most - 2 {
            return .warning(
                "instances",
                "\(used)\(most) allowed by \(name): photod may get none at its next start",
                remedy: Self.raise(name, to: max(256, most * 2))
            )
        }
        return .ok("instances", "\(used)\(most) allowed by \(name)")
    }

    /// The limit that is met first, and the setting that makes it.
    private static func smallest(_ limit: Examination.Limit, _ what: String) -> (name: String, most: Int)? {
        let machine = "fs.inotify.max_user_\(what)"
        let namespace = "user.max_inotify_\(what)"
        return switch (limit.machine, limit.namespace) {
        case (let first?, let second?): second < first ? (namespace, second) : (machine, first)
        case (let first?, nil): (machine, first)
        case (nil, let second?): (namespace, second)
        case (nil, nil): nil
        }
    }

    private static func unknownLimit(_ what: String) -> Finding {
        .warning(what, "inotify's limits cannot be read", remedy: "ls -l /proc/sys/fs/inotify /proc/sys/user")
    }

    private static func raise(_ name: String, to number: Int) -> String { "sudo sysctl \(name)=\(number)" }

    // MARK: Roots

    private var roots: [Finding] { examination.roots.map(finding) }

    /// Whether the daemon says by a problem why a root is offline.
    private static func isOffline(_ root: Examination.Root, by problem: Examination.Problem) -> Bool {
        problem.problem.hasPrefix("\(root.path) is offline")
    }

    private func finding(_ root: Examination.Root) -> Finding {
        let word = ShellWord.quoted(root.place)
        switch root.folder {
        case .missing: return Self.missing(root)
        case .noFolder:
            return .error("root", "\(root.path) is no folder", remedy: "ls -ld \(word)")
        case .forbidden:
            return .error(
                "root",
                "\(root.path) may not be read",
                // Whose it is, and which folder above it is closed.
                remedy: "namei -l \(word)"
            )
        case .failing(let reason):
            return .error(
                "root",
                "\(root.path) gives an error: \(reason)",
                remedy: "findmnt --target \(word)"
            )
        case .hanging:
            return .error(
                "root",
                "\(root.path) is offline: its file system does not answer; bring it back, or give it up",
                remedy: "sudo umount -f -l \(root.mountPoint.map { ShellWord.quoted($0) } ?? word)"
            )
        case .good: break
        }
        if root.state == "offline" {
            // What is well for who looks the daemon may not read, or be given errors for.
            if root.reason != "not-mounted",
                let problem = running?.problems.first(where: { Self.isOffline(root, by: $0) })
            {
                return .error("root", problem.problem, remedy: problem.remedy)
            }
            return .error(
                "root",
                "\(root.path) is offline: another file system stands there than always",
                remedy: "sudo mount \(root.missingMount.map { ShellWord.quoted($0) } ?? word)"
            )
        }
        let type = root.fileSystem.map { " on \($0)" } ?? ""
        if let type = root.fileSystem, Examination.isNetwork(type) {
            return .ok("root", "\(root.path) on \(type) is watched, and looked at every 20 s besides")
        }
        return .ok("root", "\(root.path)\(type) is \(root.state)")
    }

    /// A disk that is away is mounted; what nothing is mounted for was moved or removed, and one looks where it was.
    private static func missing(_ root: Examination.Root) -> Finding {
        if let mount = root.missingMount {
            return .error(
                "root",
                "\(root.path) is not there; its photos are offline",
                remedy: "sudo mount \(ShellWord.quoted(mount))"
            )
        }
        return .error(
            "root",
            "\(root.path) is not there; its photos are offline: bring the folder back, or take it out of the library",
            remedy: "ls -l \(ShellWord.quoted(root.place.parent))"
        )
    }

    // MARK: Sandbox

    private var sandbox: [Finding] {
        let seen = examination.sandbox
        let config = "zgrep -E 'CONFIG_SECCOMP_FILTER|CONFIG_SECURITY_LANDLOCK' /boot/config-$(uname -r)"
        if running?.sandbox == "refused" || seen.hasSeccomp == false {
            return [
                .error(
                    "sandbox",
                    "there are no system call filters (seccomp), so no photo is parsed",
                    remedy: config
                )
            ]
        }
        // The service may be denied what the kernel has: what the workers say counts.
        if running?.sandbox == "seccomp" || seen.landlock == 0 {
            return [
                .warning(
                    "sandbox",
                    seen.landlock == 0
                        ? "the kernel has seccomp but no Landlock: photos are parsed behind one wall instead of two"
                        : "the kernel has Landlock \(seen.landlock), and photod's workers are denied it",
                    remedy: seen.landlock == 0
                        ? "cat /sys/kernel/security/lsm"
                        : examination.service.systemctl("show -p SystemCallFilter")
                )
            ]
        }
        return [.ok("sandbox", "seccomp and Landlock \(seen.landlock)")]
    }

    private var worker: Finding {
        switch examination.worker {
        case .found(let path): .ok("worker", path)
        case .missing(let places):
            .error(
                "worker",
                "photod-extract is in none of: \(places.joined(separator: ", "))",
                remedy: "sudo make install"
            )
        case .unknown: unseen("worker", "photod-extract")
        }
    }

    /// photod does without it: videos are then known by their names and times.
    private var mediaWorker: Finding {
        switch examination.mediaWorker {
        case .found(let path): .ok("media worker", path)
        case .missing(let places):
            .warning(
                "media worker",
                "photod-media is in none of: \(places.joined(separator: ", ")); no video is read",
                remedy: "sudo make install && \(examination.service.systemctl("restart"))"
            )
        case .unknown: unseen("media worker", "photod-media")
        }
    }

    /// photod does without it: no thumbnails are made then, and those of other programs are found all the same.
    private var renderWorker: Finding {
        switch examination.renderWorker {
        case .found(let path): .ok("render worker", path)
        case .missing(let places):
            .warning(
                "render worker",
                "photod-render is in none of: \(places.joined(separator: ", ")); no thumbnail, preview or frame is made",
                remedy: "sudo make install && \(examination.service.systemctl("restart"))"
            )
        case .unknown: unseen("render worker", "photod-render")
        }
    }

    private func unseen(_ subject: String, _ program: String) -> Finding {
        .warning(
            subject,
            "where \(program) should be is not known: the daemon's executable cannot be seen",
            remedy: "sudo photoctl \(sameSocket)doctor"
        )
    }
}
