import PhotoModel

/// What is to be said of the state directory.
struct StateDiagnosis {
    let examination: Examination

    /// Less than this, and the index may soon not grow.
    static let scarce: UInt64 = 200 << 20
    /// Less than this, and the next transaction may fail.
    static let full: UInt64 = 8 << 20

    var findings: [Finding] {
        guard let state = examination.state else {
            return [
                .warning("state", "where the state directory is is not known", remedy: "photoctl config")
            ]
        }
        guard let folder = unusable(state) else {
            return permissions(state) + space(state) + index(state) + documents(state)
        }
        return [folder]
    }

    private var isRunning: Bool {
        if case .running = examination.daemon { true } else { false }
    }

    /// What keeps everything else from being looked at.
    private func unusable(_ state: Examination.StateDirectory) -> Finding? {
        let word = ShellWord.quoted(state.path)
        return switch state.folder {
        case .good: nil
        case .missing where !isRunning: .ok("state", "\(state.path) is not there yet: photod makes it")
        case .missing:
            .error(
                "state",
                "\(state.path) is gone while photod runs",
                remedy: examination.service.systemctl("restart")
            )
        case .noFolder: .error("state", "\(state.path) is no folder", remedy: "ls -ld \(word)")
        case .forbidden: .error("state", "\(state.path) may not be read", remedy: "chmod 0700 \(word)")
        case .hanging:
            .error("state", "\(state.path) does not answer", remedy: "findmnt --target \(word)")
        case .failing(let reason):
            .error("state", "\(state.path) gives an error: \(reason)", remedy: "findmnt --target \(word)")
        }
    }

    private func permissions(_ state: Examination.StateDirectory) -> [Finding] {
        let word = ShellWord.quoted(state.path)
        var findings: [Finding] = []
        let user = daemonUser
        if let type = state.fileSystem, Examination.isNetwork(type) {
            // Not in /var/tmp: what nobody has touched there for a month is deleted.
            let local = "/var/lib/photod-\(user)"
            findings.append(
                .error(
                    "state",
                    "\(state.path) is on \(type), where an index cannot be kept safe",
                    remedy: "sudo install -d -m 0700 -o \(user) \(local) && photod --state-dir \(local)"
                )
            )
        }
        if state.isReadOnlyFileSystem {
            findings.append(
                .error(
                    "state",
                    "\(state.path) is on a file system that is mounted read-only",
                    remedy: "sudo mount -o remount,rw \(ShellWord.quoted(state.mountPoint ?? state.path))"
                )
            )
        } else if !state.isWritable {
            findings.append(
                .error("state", "\(state.path) may not be written", remedy: "chmod u+rwx \(word)")
            )
        }
        if let owner = state.owner, owner != user {
            findings.append(
                .error(
                    "state",
                    "\(state.path) belongs to user \(owner), photod is user \(user)",
                    remedy: "sudo chown -R \(user) \(word)"
                )
            )
        }
        if state.mode & 0o077 != 0 {
            let mode = "0" + String(state.mode & 0o777, radix: 8)
            findings.append(
                .warning("state", "\(state.path) is open to others (\(mode))", remedy: "chmod 0700 \(word)")
            )
        }
        return findings.isEmpty ? [.ok("state", state.path)] : findings
    }

    private var daemonUser: UInt32 {
        if case .running(let running) = examination.daemon {
            running.user ?? examination.user
        } else {
            examination.user
        }
    }

    private func space(_ state: Examination.StateDirectory) -> [Finding] {
        guard let free = state.freeBytes else { return [] }
        let text = "\(free >> 20) MiB free for the index and the identity documents"
        let remedy = "df -h \(ShellWord.quoted(state.path))"
        if free < Self.full { return [.error("space", text, remedy: remedy)] }
        if free < Self.scarce { return [.warning("space", text, remedy: remedy)] }
        return [.ok("space", text)]
    }

    private func index(_ state: Examination.StateDirectory) -> [Finding] {
        if state.isIndexCondemned {
            return [
                .error(
                    "index",
                    "index.sqlite was found damaged: the next start moves it aside and builds another",
                    remedy: examination.service.systemctl("restart")
                )
            ]
        }
        if !state.hasIndex, isRunning {
            return [
                .error(
                    "index",
                    "index.sqlite was deleted while photod runs: the next start builds another",
                    remedy: examination.service.systemctl("restart")
                )
            ]
        }
        return [.ok("index", state.hasIndex ? "index.sqlite" : "none yet: photod builds it")]
    }

    private func documents(_ state: Examination.StateDirectory) -> [Finding] {
        var findings = [Finding.ok("identities", "\(state.documents) documents")]
        for name in state.movedAside {
            findings.append(
                .warning(
                    "identities",
                    "\(name) was damaged and moved aside; what could be kept of it is in its successor",
                    remedy: "rm \(ShellWord.quoted(state.path + "/" + name))"
                )
            )
        }
        return findings
    }
}
