import Files
import PhotoModel

/// How many inotify watches this user may have, and which setting says so.
public struct WatchLimit: Hashable, Sendable {
    /// As sysctl(8) names it.
    public enum Setting: String, Sendable {
        /// The machine's.
        case machine = "fs.inotify.max_user_watches"
        /// The user namespace's, as in a container. Outside of one it is the machine's under another name.
        case namespace = "user.max_inotify_watches"
    }

    public let count: Int
    public let setting: Setting

    public init(count: Int, setting: Setting) {
        self.count = count
        self.setting = setting
    }

    /// The kernel counts a watch in the user's namespace and in all those around it, so the smaller number decides;
    /// `nil` where neither can be read.
    static func smaller(machine: Int?, namespace: Int?) -> WatchLimit? {
        if let namespace, namespace < machine ?? .max { return Self(count: namespace, setting: .namespace) }
        return machine.map { Self(count: $0, setting: .machine) }
    }

    static func current() -> WatchLimit? {
        smaller(
            machine: number("/proc/sys/fs/inotify/max_user_watches"),
            namespace: number("/proc/sys/user/max_inotify_watches")
        )
    }

    private static func number(_ path: String) -> Int? {
        guard let text = try? OpenFile.content(of: FilePath(path), limit: 32) else { return nil }
        let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
