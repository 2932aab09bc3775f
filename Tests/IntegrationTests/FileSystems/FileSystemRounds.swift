import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

/// Plays rounds on file systems: files are made, renamed, copied, linked, replaced, removed and put back, while the daemon runs,
/// while it is stopped, while a disk is away, and with the index lost; after each, whose id and whose mark is whose is asked.
final class FileSystemRounds {
    private let daemon: DaemonFixture
    private let namespace: MountNamespace
    /// The roots, all of one kind.
    private let trials: [MountedTrial]
    private var random: SeededGenerator
    private var photos = MarkedPhotos()
    /// By the number of the root and the path below it: `0/f1/p2.jpg`.
    private var files: [String: TrialFile] = [:]
    private var serial = 0
    private var story: [String] = []

    init(
        _ daemon: DaemonFixture,
        _ namespace: MountNamespace,
        _ trials: [MountedTrial],
        _ random: SeededGenerator
    ) {
        self.daemon = daemon
        self.namespace = namespace
        self.trials = trials
        self.random = random
    }

    private var kind: TrialFileSystem { trials[0].kind }

    /// Of a key of `files`, or the beginning of one.
    private func location(_ key: String) -> FilePath {
        let (root, path) = (Int(key.prefix { $0 != "/" }) ?? 0, key.drop { $0 != "/" }.dropFirst())
        return namespace.outside(trials[root].place) + String(path)
    }

    func begin() throws {
        for (number, trial) in trials.enumerated() {
            try namespace.mount(trial)
            // Where nothing else tells, a disk is known by what is on it: something has to stay.
            try Disk.makeFolder(location("\(number)/kept"))
            for _ in 0..<3 { try write(next(), to: "\(number)/kept/p\(next()).jpg") }
        }
        try daemon.start()
    }

    func play(_ round: Int) throws {
        story.append("round \(round)")
        switch random.below(kind.isForgetful ? 7 : 10) {
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
            "\(trials.count) × \(kind.rawValue): \(photos.tally.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })"
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
        // In any order: what is numbered as it is mounted is numbered anew.
        for trial in trials { try namespace.unmount(trial.place) }
        let inTurn = random.below(2) == 0
        for trial in inTurn ? trials : trials.reversed() { try namespace.mount(trial) }
        story.append("mounted again\(inTurn ? "" : ", the last first")")
    }

    private func awayAndBack() throws {
        let client = try daemon.connect()
        let trial = trials[random.below(trials.count)]
        try namespace.unmount(trial.place, inStepWith: client)
        try client.sync()
        try namespace.mount(trial)
        story.append("\(trial.place.lastName.display) away and back")
    }

    // MARK: Files

    private func change() throws {
        for _ in 0...random.below(6) { try changeOne() }
    }

    private func changeOne() throws {
        let paths = files.keys.filter { !$0.contains("/kept/") }.sorted()
        guard let path = random.pick(paths), paths.count > 4, random.below(10) > 1 else { return try add() }
        switch random.below(kind.hasNumbers ? 14 : 12) {
        case 0, 1: try rename(path, to: newPath(in: path.prefix { $0 != "/" }))
        case 2: try renameFolder()
        case 3, 4: try remove(path)
        case 5: try replace(path, with: next())
        case 6: try replaceByRename(path)
        case 7: try copy(path)
        case 8: try exchange(path)
        case 9: try removeAndReuse(path)
        case 10: try putElsewhere(path)
        case 11: try setTime(path)
        default: try link(path)
        }
    }

    private func next() -> Int {
        serial += 1
        return serial
    }

    /// - Parameter root: any where there is none.
    private func newPath(in root: Substring? = nil) throws -> String {
        let folder = "\(root ?? "\(random.below(trials.count))")/f\(random.below(4))"
        if !Disk.isFolder(location(folder)) { try Disk.makeFolder(location(folder)) }
        return "\(folder)/p\(next()).jpg"
    }

    private func write(_ content: Int, to path: String) throws {
        try make(content, at: path)
        files[path] = TrialFile(content: content, number: next())
    }

    /// Lengths differ, as those of photos do: of two files that were written in one second nothing else tells on every file
    /// system.
    private func make(_ content: Int, at path: String) throws {
        try Disk.writePhoto(content, to: location(path), description: String(repeating: "x", count: content))
    }

    private func add() throws {
        let path = try newPath()
        let content = next()
        try write(content, to: path)
        story.append("add \(path) = \(content)")
    }

    private func rename(_ path: String, to target: String) throws {
        try Disk.rename(location(path), to: location(target))
        files[target] = files.removeValue(forKey: path)
        story.append("rename \(path) \(target)")
    }

    private func renameFolder() throws {
        let root = random.below(trials.count)
        let folder = "\(root)/f\(random.below(4))"
        let target = "\(root)/g\(next())"
        guard Disk.isFolder(location(folder)) else { return }
        try Disk.rename(location(folder), to: location(target))
        // What comes under the old name is another folder.
        for path in files.keys.filter({ $0.hasPrefix(folder + "/") }) {
            files[target + path.dropFirst(folder.count)] = files.removeValue(forKey: path)
        }
        story.append("rename folder \(folder) \(target)")
    }

    private func remove(_ path: String) throws {
        try Disk.remove(location(path))
        files[path] = nil
        story.append("remove \(path)")
    }

    /// In place, as an editor does that keeps the file: all names of a file that has several.
    private func replace(_ path: String, with content: Int) throws {
        guard let old = files[path] else { return }
        photos.replaced(old.content, by: content)
        try make(content, at: path)
        for (name, file) in files where file.number == old.number { files[name]?.content = content }
        story.append("replace \(path) = \(content)")
    }

    /// By a hidden temporary file, as most editors do.
    private func replaceByRename(_ path: String) throws {
        let content = next()
        if let old = files[path] { photos.replaced(old.content, by: content) }
        let temporary = "\(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))/.tmp\(content)"
        try make(content, at: temporary)
        try Disk.rename(location(temporary), to: location(path))
        files[path] = TrialFile(content: content, number: next())
        story.append("replace by rename \(path) = \(content)")
    }

    private func copy(_ path: String) throws {
        guard let file = files[path] else { return }
        let target = try newPath()
        try write(file.content, to: target)
        photos.copied(file.content)
        story.append("copy \(path) \(target)")
    }

    private func link(_ path: String) throws {
        guard let file = files[path] else { return }
        let target = try newPath(in: path.prefix { $0 != "/" })
        try Disk.link(location(path), to: location(target))
        files[target] = file
        photos.copied(file.content)
        story.append("link \(path) \(target)")
    }

    /// By way of a name that is no photo's. A new photo that comes over an old one by then might be an editor's save.
    private func exchange(_ path: String) throws {
        let root = path.prefix { $0 != "/" }
        let old = files.keys.sorted().filter {
            photos.sights[$0]?.file == files[$0] && $0.hasPrefix("\(root)/") && !$0.contains("/kept/")
        }
        guard old.contains(path), let other = random.pick(old.filter { $0 != path }),
            files[path]?.number != files[other]?.number
        else { return }
        let between = "\(root)/exchange.tmp"
        try Disk.rename(location(path), to: location(between))
        try Disk.rename(location(other), to: location(path))
        try Disk.rename(location(between), to: location(other))
        (files[path], files[other]) = (files[other], files[path])
        story.append("exchange \(path) \(other)")
    }

    private func setTime(_ path: String) throws {
        guard let file = files[path] else { return }
        try Disk.setTime(location(path), seconds: 1_500_000_000 + random.below(1_000_000))
        if !kind.hasNumbers { photos.retimed(file.content) }
        story.append("set the time of \(path)")
    }

    /// A new photo may get the inode number of the one that is gone.
    private func removeAndReuse(_ path: String) throws {
        try remove(path)
        try add()
    }

    /// Its bytes, written at another place, are it, wherever it was last.
    private func putElsewhere(_ path: String) throws {
        guard let file = files[path] else { return }
        try remove(path)
        let target = try newPath()
        try write(file.content, to: target)
        story.append("put \(path) at \(target)")
    }

    // MARK: Looking

    private func check(_ round: Int) throws {
        let client = try daemon.connect()
        try client.sync()
        let items = try client.allItems().map { item in
            let path = try #require(item["path"]?.string)
            let root = try #require(trials.firstIndex { path.hasPrefix($0.place.display + "/") })
            return (
                path: "\(root)\(path.dropFirst(trials[root].place.display.count))",
                id: try #require(item["id"]?.string), viewed: item["viewed"]?.bool ?? false
            )
        }
        let before = photos.sights
        let faults = photos.check(files, items)
        guard faults.isEmpty else {
            for (name, sights) in [("before", before), ("now", photos.sights)] {
                for (path, sight) in sights.sorted(by: { $0.key < $1.key }) {
                    story.append("\(name): \(path) = \(sight.file.content), \(sight.id)")
                }
            }
            throw RoundDifference(round: round, seed: random.seed, what: faults, story: story)
        }
        try photos.mark(client, items, files)
    }
}
