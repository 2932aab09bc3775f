import Glibc
import PhotoModel

/// Waits for what nothing but looking tells: files that another process makes, a thread that has come to rest.
public enum Waiting {
    public struct InVain: Error, CustomStringConvertible {
        public let what: String

        public init(what: String) { self.what = what }

        public var description: String { "not within \(seconds) s: \(what)" }
    }

    private static let seconds = 60

    /// Looks again whenever something happens below a folder, and ten times a second, for what makes no event. Between two
    /// looks it sleeps.
    ///
    /// - Parameters:
    ///   - what: for the message.
    ///   - folder: where an event tells that it may be so; without one only time does.
    public static func until(
        _ what: String,
        below folder: FilePath? = nil,
        _ isSo: () throws -> Bool
    ) throws {
        let events = try folder.map { try FolderEvents(below: $0) }
        let begin = now()
        while try !isSo() {
            guard now() - begin < seconds else { throw InVain(what: what) }
            if let events { try events.wait(milliseconds: 100) } else { poll(nil, 0, 20) }
        }
    }

    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec
    }
}

/// Everything that happens to the files of a tree.
private final class FolderEvents {
    private let folder: FilePath
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    init(below folder: FilePath) throws {
        self.folder = folder
        descriptor = try SystemFailure.check(
            inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)),
            "inotify_init1"
        )
        watch(folder)
    }

    deinit { close(descriptor) }

    /// Folders that are watched already stay so. One that is gone meanwhile has nothing to tell.
    private func watch(_ folder: FilePath) {
        let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE)
        guard folder.withCString({ inotify_add_watch(descriptor, $0, mask) }) >= 0,
            let names = try? Disk.names(in: folder)
        else { return }
        for name in names where Disk.isFolder(folder.appending(name)) { watch(folder.appending(name)) }
    }

    /// Returns after an event, or when that time has passed.
    func wait(milliseconds: Int32) throws {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        try SystemFailure.check(poll(&entry, 1, milliseconds), "poll")
        var areFoldersNew = false
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
            // inotify_event: the watch, the mask, the cookie, the length of the name, the name.
            var start = 0
            while start + 16 <= count {
                let (mask, length) = buffer.withUnsafeBytes { bytes in
                    (
                        bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self),
                        bytes.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self)
                    )
                }
                if mask & UInt32(IN_ISDIR) != 0 { areFoldersNew = true }
                start += 16 + Int(length)
            }
        }
        if areFoldersNew { watch(folder) }
    }
}
