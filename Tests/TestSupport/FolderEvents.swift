import Glibc
import PhotoModel

/// Everything that happens to the files of a tree.
public final class FolderEvents {
    private let folder: FilePath
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    public init(below folder: FilePath) throws {
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

    /// Waits until so many more have happened.
    public func wait(for count: Int) throws {
        var left = count
        while left > 0 {
            let happened = try read(within: 60_000)
            guard happened > 0 else {
                throw Waiting.InVain(what: "\(left) more events below \(folder.display)")
            }
            left -= happened
        }
    }

    /// Waits for an event at most.
    ///
    /// - Returns: how many there were.
    @discardableResult
    public func read(within milliseconds: Int32) throws -> Int {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        try SystemFailure.check(poll(&entry, 1, milliseconds), "poll")
        var events = 0
        var areFoldersNew = false
        while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 {
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
                events += 1
            }
        }
        if areFoldersNew { watch(folder) }
        return events
    }
}
