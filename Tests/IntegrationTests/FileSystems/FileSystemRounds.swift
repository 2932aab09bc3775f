import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

/// Plays rounds on a file system: files are made, renamed, copied, replaced, removed and put back, while the daemon runs, while
/// it is stopped, while the disk is away, and with the index lost; after each, whose id and whose mark is whose is asked.
final class FileSystemRounds {
    private let daemon: DaemonFixture
    private let namespace: MountNamespace
    private let trial: MountedTrial
    private var random: SeededGenerator
    private var photos = MarkedPhotos()
    /// The content of each file, by its path below the root.
    private var files: [String: Int] = [:]
    private var serial = 0
    private var story: [String] = []

    init(
        _ daemon: DaemonFixture,
        _ namespace: MountNamespace,
        _ trial: MountedTrial,
        _ random: SeededGenerator
    ) {
        self.daemon = daemon
        self.namespace = namespace
        self.trial = trial
        self.random = random
    }

    private var root: FilePath { namespace.outside(trial.place) }

    func begin() throws {
        try namespace.mount(trial)
        try daemon.start()
    }

    func play(_ round: Int) throws {
        story.append("round \(round)")
        switch random.below(trial.kind.isForgetful ? 7 : 10) {
        case 0..<5: try change()
        case 5: try whileStopped { try change() }
        case 6:
            try whileStopped {
                try loseIndex()
                try change()
            }
        case 7: try whileStopped { try remount { try change() } }
        case 8: try whileStopped { try remount {} }
        default: try awayAndBack()
        }
        try check(round)
    }

    func report() {
        print(
            "\(trial.kind.rawValue): \(photos.tally.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })"
        )
        #expect(photos.tally["unchanged", default: 0] + photos.tally["moved", default: 0] > 0)
    }

    // MARK: Life

    private func whileStopped(_ body: () throws -> Void) throws {
        try daemon.stop()
        story.append("stopped")
        try body()
        try daemon.start()
    }

    private func loseIndex() throws {
        for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"]
        where Disk.isFile(daemon.state + name) {
            try Disk.remove(daemon.state + name)
        }
        story.append("index lost")
    }

    private func remount(_ body: () throws -> Void) throws {
        try body()
        try namespace.unmount(trial.place)
        try namespace.mount(trial)
        story.append("mounted again")
    }

    private func awayAndBack() throws {
        let client = try daemon.connect()
        // A file may be open just now, and is not after the next barrier.
        for attempt in 1... {
            try client.sync()
            do {
                try namespace.unmount(trial.place)
                break
            } catch { if attempt == 20 { throw error } }
        }
        try client.sync()
        try namespace.mount(trial)
        story.append("away and back")
    }

    // MARK: Files

    private func change() throws {
        for _ in 0...random.below(6) { try changeOne() }
    }

    private func changeOne() throws {
        let paths = files.keys.sorted()
        guard let path = random.pick(paths), files.count > 4, random.below(10) > 1 else { return try add() }
        switch random.below(12) {
        case 0, 1: try rename(path, to: newPath())
        case 2: try renameFolder()
        case 3, 4: try remove(path)
        case 5: try replace(path, with: next())
        case 6: try replaceByRename(path)
        case 7: try copy(path)
        case 8: try exchange(path)
        case 9: try removeAndReuse(path)
        case 10: try putElsewhere(path)
        default: try Disk.setTime(root + path, seconds: 1_500_000_000 + random.below(1_000_000))
        }
    }

    private func next() -> Int {
        serial += 1
        return serial
    }

    private func newPath() throws -> String {
        let folder = "f\(random.below(4))"
        if !Disk.isFolder(root + folder) { try Disk.makeFolder(root + folder) }
        return "\(folder)/p\(next()).jpg"
    }

    private func write(_ content: Int, to path: String) throws {
        try make(content, at: path)
        files[path] = content
    }

    /// Lengths differ, as those of photos do: of two files that were written in one second nothing else tells on every file
    /// system.
    private func make(_ content: Int, at path: String) throws {
        try Disk.writePhoto(content, to: root + path, description: String(repeating: "x", count: content))
    }

    private func add() throws {
        let path = try newPath()
        let content = next()
        try write(content, to: path)
        story.append("add \(path) = \(content)")
    }

    private func rename(_ path: String, to target: String) throws {
        try Disk.rename(root + path, to: root + target)
        files[target] = files.removeValue(forKey: path)
        story.append("rename \(path) \(target)")
    }

    private func renameFolder() throws {
        let folder = "f\(random.below(4))"
        let target = "g\(next())"
        guard Disk.isFolder(root + folder) else { return }
        try Disk.rename(root + folder, to: root + target)
        // What comes under the old name is another folder.
        for path in files.keys.filter({ $0.hasPrefix(folder + "/") }) {
            files[target + path.dropFirst(folder.count)] = files.removeValue(forKey: path)
        }
        story.append("rename folder \(folder) \(target)")
    }

    private func remove(_ path: String) throws {
        try Disk.remove(root + path)
        files[path] = nil
        story.append("remove \(path)")
    }

    /// In place, as an editor does that keeps the file.
    private func replace(_ path: String, with content: Int) throws {
        if let old = files[path] { photos.replaced(old, by: content) }
        try write(content, to: path)
        story.append("replace \(path) = \(content)")
    }

    /// By a hidden temporary file, as most editors do.
    private func replaceByRename(_ path: String) throws {
        let content = next()
        if let old = files[path] { photos.replaced(old, by: content) }
        let folder = path.prefix { $0 != "/" }
        try make(content, at: "\(folder)/.tmp\(content)")
        try Disk.rename(root + "\(folder)/.tmp\(content)", to: root + path)
        files[path] = content
        story.append("replace by rename \(path) = \(content)")
    }

    private func copy(_ path: String) throws {
        guard let content = files[path] else { return }
        let target = try newPath()
        try write(content, to: target)
        photos.copied(content)
        story.append("copy \(path) \(target)")
    }

    /// By way of a name that is no photo's. A new photo that comes over an old one by then might be an editor's save.
    private func exchange(_ path: String) throws {
        let old = files.keys.sorted().filter { photos.sights[$0]?.content == files[$0] }
        guard old.contains(path), let other = random.pick(old.filter { $0 != path }) else { return }
        try Disk.rename(root + path, to: root + "exchange.tmp")
        try Disk.rename(root + other, to: root + path)
        try Disk.rename(root + "exchange.tmp", to: root + other)
        (files[path], files[other]) = (files[other], files[path])
        story.append("exchange \(path) \(other)")
    }

    /// A new photo may get the inode number of the one that is gone.
    private func removeAndReuse(_ path: String) throws {
        try remove(path)
        try add()
    }

    /// Its bytes, written at another place, are it, unless nobody has seen it where it was last: while its old place has not been
    /// looked at, they are a copy.
    private func putElsewhere(_ path: String) throws {
        guard let content = files[path] else { return }
        if photos.sights[path]?.content != content { photos.copied(content) }
        try remove(path)
        let target = try newPath()
        try write(content, to: target)
        story.append("put \(path) at \(target)")
    }

    // MARK: Looking

    private func check(_ round: Int) throws {
        let client = try daemon.connect()
        try client.sync()
        let prefix = trial.place.display + "/"
        let items = try client.allItems().map { item in
            let path = try #require(item["path"]?.string)
            return (
                path: String(path.dropFirst(prefix.count)), id: try #require(item["id"]?.string),
                viewed: item["viewed"]?.bool ?? false
            )
        }
        let before = photos.sights
        let faults = photos.check(files, items)
        guard faults.isEmpty else {
            for (name, sights) in [("before", before), ("now", photos.sights)] {
                for (path, sight) in sights.sorted(by: { $0.key < $1.key }) {
                    story.append("\(name): \(path) = \(sight.content), \(sight.id)")
                }
            }
            throw RoundDifference(round: round, seed: random.seed, what: faults, story: story)
        }
        try photos.mark(client, items, files)
    }
}
