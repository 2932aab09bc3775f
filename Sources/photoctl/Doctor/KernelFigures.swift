import CShims
import Glibc

/// What the kernel tells of its limits, and of what it can do.
enum KernelFigures {
    /// - Parameters:
    ///   - what: `watches` or `instances`.
    ///   - used: how many of them are in use.
    static func limit(_ what: String, used: Int?) -> Examination.Limit {
        Examination.Limit(
            machine: TextFile.number("/proc/sys/fs/inotify/max_user_\(what)"),
            namespace: TextFile.number("/proc/sys/user/max_inotify_\(what)"),
            used: used
        )
    }

    /// How many inotify instances and watches the programs of a user have. Those of others cannot be seen, nor need
    /// be: limits are a user's.
    static func inotifyUse(of user: UInt32) -> (instances: Int, watches: Int) {
        var instances = 0
        var watches = 0
        for process in TextFile.names(in: "/proc") where process.allSatisfy(\.isNumber) {
            guard owner(of: "/proc/\(process)") == user else { continue }
            for descriptor in TextFile.names(in: "/proc/\(process)/fd")
            where TextFile.link("/proc/\(process)/fd/\(descriptor)") == "anon_inode:inotify" {
                instances += 1
                watches += self.watches("/proc/\(process)/fdinfo/\(descriptor)")
            }
        }
        return (instances, watches)
    }

    static func owner(of path: String) -> UInt32? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_uid : nil
    }

    /// Each watch is a line `inotify wd:…`.
    private static func watches(_ path: String) -> Int {
        guard let bytes = TextFile.bytes(path) else { return 0 }
        return bytes.split(separator: UInt8(ascii: "\n")).count { $0.starts(with: "inotify ".utf8) }
    }

    static func sandbox() -> Examination.Sandbox {
        // A kernel without filters has no such file; one that is hidden says nothing.
        let actions = TextFile.text("/proc/sys/kernel/seccomp/actions_avail")
        let hasSeccomp = actions.map { $0.contains("kill_process") && $0.contains("errno") }
        return Examination.Sandbox(hasSeccomp: hasSeccomp, landlock: Int(photod_landlock_version()))
    }

    /// A worker, where a daemon looks for it: beside its executable, then in `../libexec/photod/`.
    ///
    /// - Parameter executable: of the daemon, or of this program, which is installed beside it.
    static func worker(_ name: String, besides executable: String?) -> Examination.Worker {
        guard let executable, let slash = executable.lastIndex(of: "/") else { return .unknown }
        let folder = executable[..<slash]
        let above = folder.lastIndex(of: "/").map { folder[..<$0] } ?? folder
        let places = ["\(folder)/\(name)", "\(above)/libexec/photod/\(name)"]
        let found = places.first { access($0, X_OK) == 0 }
        return found.map { .found($0) } ?? .missing(places)
    }
}
