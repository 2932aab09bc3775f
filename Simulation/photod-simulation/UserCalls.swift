import CShims
import CSimulation
import Glibc

/// Carries operations out below a folder, by the calls that programs make. Each call may find the daemon at any point of
/// its work; one that fails, as it would for a user, is no failure of the simulation.
struct UserCalls {
    let root: String
    /// Inodes that had a second name at some time.
    ///
    /// Unchecked: only the simulation's first thread carries operations out.
    nonisolated(unsafe) static var linked: Set<UInt64> = []
    /// Those of them that got it since everything was exact last.
    nonisolated(unsafe) static var linkedLately: Set<UInt64> = []
    /// Those that may have been written by a name that came and went before anybody looked: of that nobody could know whose
    /// it was.
    nonisolated(unsafe) static var unheard: Set<UInt64> = []

    /// Whether a file was written, since everything was exact last, and then looked as before: within a tick of the disk's clock, and
    /// as long. Only an event tells of that.
    nonisolated(unsafe) static var hasWrittenUnseen = false

    /// A life begins.
    static func forget() { (linked, linkedLately, unheard, hasWrittenUnseen) = ([], [], [], false) }

    private func path(_ path: String) -> String { root + "/" + path }

    func perform(_ operation: Operation) {
        switch operation {
        case .remove, .removeTree, .rename, .exchange, .write(_, _, .renamed), .write(_, _, .copied):
            Self.unheard.formUnion(Self.linkedLately)
        default: break
        }
        switch operation {
        case .folder(let name): mkdir(path(name), 0o755)
        case .write(let name, let content, let way):
            write(path(name), SimulatedPhoto.bytes(content, for: name), way)
        case .touch(let name, let hours): touch(path(name), hoursAgo: hours)
        case .remove(let name): unlink(path(name))
        case .removeTree(let name):
            // Of a link what it leads to stays.
            if isLink(path(name)) { unlink(path(name)) } else { removeTree(path(name)) }
        case .rename(let from, let to): move(path(from), path(to))
        case .exchange(let one, let other):
            _ = photod_exchange(AT_FDCWD, path(one), path(other))
        case .ring(let paths): ring(paths.map(path))
        case .link(let from, let to): makeLink(path(from), path(to))
        case .symlink(let target, let name): symlink(path(target), path(name))
        case .mode(let name, let mode): chmod(path(name), mode_t(mode))
        case .mount(let name): Machine.mountDisk(at: path(name))
        case .unmount: Machine.unmountDisk()
        case .guest: Machine.mountOrUnmountGuest()
        case .wait(let milliseconds): simulation_sleep(UInt64(milliseconds) * 1_000_000)
        case .pause(let microseconds): simulation_sleep(UInt64(microseconds) * 1000)
        case .view, .trash, .file, .edit, .undo, .sync, .kill, .restart, .loseIndex, .powerCut: break
        }
    }

    private func ring(_ paths: [String]) {
        let hidden = paths.map {
            $0.prefix($0.count - Operation.name($0).count) + ".ring-" + Operation.name($0)
        }
        for (path, hidden) in zip(paths, hidden) { move(path, String(hidden)) }
        for (hidden, next) in zip(hidden, paths.dropFirst() + paths.prefix(1)) { move(String(hidden), next) }
    }

    /// From one disk to another a file is copied and removed, as by mv(1).
    private func move(_ from: String, _ to: String) {
        guard rename(from, to) != 0, errno == EXDEV, let bytes = content(of: from) else { return }
        write(to, bytes, .copied)
        unlink(from)
    }

    /// `nil` of what is no file.
    private func content(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes.prefix(count))
    }

    private func makeLink(_ from: String, _ to: String) {
        var status = stat()
        guard link(from, to) == 0, lstat(to, &status) == 0 else { return }
        Self.linked.insert(UInt64(status.st_ino))
        Self.linkedLately.insert(UInt64(status.st_ino))
    }

    private func write(_ path: String, _ bytes: [UInt8], _ way: Operation.Way) {
        let before = Machine.kernel.stamp(at: path)
        defer {
            if before != nil, before == Machine.kernel.stamp(at: path) { Self.hasWrittenUnseen = true }
        }
        switch way {
        case .whole: write(path, bytes, parts: 1, O_CREAT | O_TRUNC)
        case .parts: write(path, bytes, parts: 3, O_CREAT | O_TRUNC)
        case .rewritten: write(path, bytes, parts: 2, O_TRUNC)
        case .renamed, .copied:
            let slash = path.lastIndex(of: "/") ?? path.startIndex
            let temporary = path[...slash] + "." + path[path.index(after: slash)...] + ".part"
            write(String(temporary), bytes, parts: 1, O_CREAT | O_TRUNC)
            if way == .copied { touch(String(temporary), hoursAgo: 1000) }
            rename(String(temporary), path)
        }
    }

    private func write(_ path: String, _ bytes: [UInt8], parts: Int, _ flags: Int32) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | flags, 0o644)
        guard descriptor >= 0 else { return }
        let length = (bytes.count + parts - 1) / parts
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(length))
            _ = Glibc.write(descriptor, part, part.count)
            rest = rest.dropFirst(length)
            if !rest.isEmpty { simulation_sleep(3_000_000) }
        }
        close(descriptor)
    }

    private func touch(_ path: String, hoursAgo: Int) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let time = timespec(tv_sec: now.tv_sec - hoursAgo * 3600, tv_nsec: 0)
        utimensat(AT_FDCWD, path, [time, time], 0)
    }

    func remove(_ folder: String) { removeTree(path(folder)) }

    private func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private func removeTree(_ path: String) {
        for entry in Listing.entries(path) {
            let below = path + "/" + entry.name
            if entry.isFolder { removeTree(below) } else { unlink(below) }
        }
        rmdir(path)
    }
}
