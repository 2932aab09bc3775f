import Glibc

/// How many watches this user may have.
enum WatchLimit {
    /// The smaller of the user's and the user namespace's limit; `nil` where neither can be read.
    static func current() -> Int? {
        let limits = ["/proc/sys/fs/inotify/max_user_watches", "/proc/sys/user/max_inotify_watches"]
        return limits.compactMap(number).min()
    }

    private static func number(_ path: String) -> Int? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var text = [UInt8](repeating: 0, count: 32)
        let bytes = read(descriptor, &text, text.count)
        guard bytes > 0 else { return nil }
        let digits = text.prefix(bytes).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
