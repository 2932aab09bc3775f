import PhotoModel

/// What `doctor` has seen, without a judgement. `nil` everywhere: it could not be found out.
struct Examination: Sendable {
    var daemon = Daemon.unreachable(reason: "not asked")
    var service = Service.user
    /// Who looks.
    var user: UInt32 = 0
    var watches = Limit()
    var instances = Limit()
    var roots: [Root] = []
    var state: StateDirectory?
    var sandbox = Sandbox()
    /// For photos.
    var worker = Worker.unknown
    /// For videos.
    var mediaWorker = Worker.unknown
    var renderWorker = Worker.unknown

    /// Which unit of systemd starts it.
    enum Service: Equatable, Sendable {
        /// `photod.service` of the user's own manager.
        case user
        /// `photod@NAME.service` of the system's.
        case system(user: String)

        /// A command line that has systemd do something with the daemon.
        func systemctl(_ verb: String) -> String {
            switch self {
            case .user: "systemctl --user \(verb) photod.service"
            case .system(let user): "sudo systemctl \(verb) \(ShellWord.quoted("photod@\(user).service"))"
            }
        }
    }

    enum Daemon: Sendable {
        case unreachable(reason: String)
        case running(Running)
    }

    struct Running: Sendable {
        var process: Int64 = 0
        /// Where it was asked.
        var socket = ""
        /// Whose it is.
        var user: UInt32?
        var version = ""
        var state = ""
        var watchesUsed: Int64 = 0
        /// Directories that have no watch and are polled.
        var polled: Int64 = 0
        /// What its workers are in: `seccomp+landlock`, `seccomp`, `refused`, `starting`.
        var sandbox = ""
        var problems: [Problem] = []
    }

    struct Problem: Equatable, Sendable {
        let problem: String
        let remedy: String
    }

    /// An inotify limit. The kernel holds to the smallest.
    struct Limit: Equatable, Sendable {
        /// `fs.inotify.max_user_…`
        var machine: Int?
        /// `user.max_inotify_…`: of the user namespace.
        var namespace: Int?
        /// By all programs of this user that can be seen.
        var used: Int?
    }

    struct Root: Equatable, Sendable {
        var place: FilePath
        /// As the daemon says: `online`, `offline`, `polled`.
        var state: String
        /// Why it is offline, as the daemon says: `hanging`, `not-mounted`…; `nil` where it is not.
        var reason: String?
        var folder: Folder
        /// What it lies on: `ext4`, `nfs4`, `fuse.sshfs`…
        var fileSystem: String?
        /// Where that is mounted.
        var mountPoint: String?
        /// Where /etc/fstab has it, or a folder above it, mounted, and nothing is now.
        var missingMount: String?

        /// For people.
        var path: String { place.display }
    }

    enum Folder: Equatable, Sendable {
        case good
        case missing
        case noFolder
        /// The folder may not be listed or entered by the user who looks.
        case forbidden
        case failing(String)
        /// The daemon says that no call into it comes back, so it was not looked at.
        case hanging
    }

    struct StateDirectory: Equatable, Sendable {
        var path: String
        var folder = Folder.good
        var isWritable = true
        var isReadOnlyFileSystem = false
        var owner: UInt32?
        /// The permission bits.
        var mode: UInt32 = 0o700
        var fileSystem: String?
        /// Where that is mounted.
        var mountPoint: String?
        var freeBytes: UInt64?
        var hasIndex = true
        /// The index was found damaged: the next start builds another.
        var isIndexCondemned = false
        /// Indexes and documents that were moved aside because they were damaged.
        var movedAside: [String] = []
        var documents = 0
    }

    struct Sandbox: Equatable, Sendable {
        /// Whether the kernel has filters of system calls.
        var hasSeccomp: Bool?
        /// Landlock's version; 0 where there is none.
        var landlock = 0
    }

    enum Worker: Equatable, Sendable {
        case found(String)
        case missing([String])
        /// The daemon's executable cannot be seen.
        case unknown
    }

    /// Of file systems that others may write to without this kernel knowing. `fuseblk` is a disk.
    static func isNetwork(_ type: String) -> Bool {
        let types: Set<String> = [
            "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "virtiofs", "afs", "ceph", "coda", "ncpfs",
            "lustre",
            "gfs2", "ocfs2", "glusterfs", "davfs", "vboxsf", "prl_fs",
        ]
        return types.contains(type) || type == "fuse" || type.hasPrefix("fuse.")
    }
}
