import PhotoModel

/// What a user, or a fault, does to the folders and to the daemon: one line of a script.
enum Operation: Hashable, Sendable {
    /// How a program brings a file to its place.
    enum Way: String, CaseIterable, Sendable {
        /// Opened, written in one piece, closed.
        case whole
        /// Written in parts, with the clock going on between them.
        case parts
        /// Under another name in the same folder, then renamed, as editors and downloads do.
        case renamed
        /// The same, with the times of the source set before the renaming, as copying programs do.
        case copied
        /// Emptied and written again, in place.
        case rewritten
    }

    case folder(String)
    /// - Parameter content: the number of a file's content: equal numbers are equal bytes.
    case write(String, content: Int, Way)
    case touch(String, hoursAgo: Int)
    /// A client marks the photo as viewed.
    case view(String)
    case remove(String)
    /// A client has photod move the photo to the trash.
    case trash(String)
    /// A client has photod move the photo into a folder, which is made where it is missing.
    case file(String, String)
    /// A client edits the photo, so that its description says this number.
    case edit(String, Int, EditLayer)
    /// A client has photod take back the last of its batches that it knows and that stands.
    case undo
    case removeTree(String)
    case rename(String, String)
    case exchange(String, String)
    /// Each file gets the next one's name, by way of names that nobody looks at.
    case ring([String])
    case link(String, String)
    /// A symbolic link to a folder.
    case symlink(to: String, String)
    case mode(String, Int)
    /// A second disk, which has files of its own, is mounted on a folder. What that has is hidden meanwhile.
    case mount(String)
    /// Wherever it is.
    case unmount
    /// A third disk is mounted where the daemon has nothing, or unmounted. It looks at its roots when mounts change.
    case guest
    case wait(milliseconds: Int)
    /// So long that the daemon has begun with what was done, and is not done with it.
    case pause(microseconds: Int)
    /// Everything is to be exact.
    case sync
    case kill
    case restart
    /// All has come to rest, the daemon is killed, and its index is gone when it is started again.
    case loseIndex
    /// The daemon is killed, and what it wrote is gone as far as it was not synced.
    case powerCut
}

extension Operation {
    /// What it happens to.
    var paths: [String] {
        switch self {
        case .folder(let path), .write(let path, _, _), .touch(let path, _), .view(let path),
            .remove(let path), .trash(let path), .edit(let path, _, _),
            .removeTree(let path), .mode(let path, _), .symlink(_, let path), .mount(let path):
            [path]
        case .rename(let one, let other), .file(let one, let other), .exchange(let one, let other),
            .link(let one, let other):
            [one, other]
        case .ring(let paths): paths
        case .undo, .unmount, .guest, .wait, .pause, .sync, .kill, .restart, .loseIndex, .powerCut: []
        }
    }

    /// What a file is called without its extensions.
    static func stem(_ path: String) -> Substring { name(path).prefix { $0 != "." } }

    static func name(_ path: String) -> Substring {
        path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
    }

}

// MARK: - As text

extension Operation: CustomStringConvertible {
    var description: String {
        switch self {
        case .folder(let path): "folder \(path)"
        case .write(let path, let content, let way): "write \(path) \(content) \(way.rawValue)"
        case .touch(let path, let hours): "touch \(path) \(hours)"
        case .view(let path): "view \(path)"
        case .remove(let path): "remove \(path)"
        case .trash(let path): "trash \(path)"
        case .file(let path, let folder): "file \(path) \(folder)"
        case .edit(let path, let number, let layer): "edit \(path) \(number) \(layer.rawValue)"
        case .undo: "undo"
        case .removeTree(let path): "remove-tree \(path)"
        case .rename(let from, let to): "rename \(from) \(to)"
        case .exchange(let one, let other): "exchange \(one) \(other)"
        case .ring(let paths): "ring " + paths.joined(separator: " ")
        case .link(let from, let to): "link \(from) \(to)"
        case .symlink(let target, let path): "symlink \(target) \(path)"
        case .mode(let path, let mode): "mode \(path) \(mode)"
        case .mount(let path): "mount \(path)"
        case .unmount: "unmount"
        case .guest: "guest"
        case .wait(let milliseconds): "wait \(milliseconds)"
        case .pause(let microseconds): "pause \(microseconds)"
        case .sync: "sync"
        case .kill: "kill"
        case .restart: "restart"
        case .loseIndex: "lose-index"
        case .powerCut: "power-cut"
        }
    }

    /// Reads what `description` wrote; `nil` where it is no operation.
    init?(_ line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard let verb = words.first else { return nil }
        switch (verb, words.count) {
        case ("folder", 2): self = .folder(words[1])
        case ("write", 4):
            guard let content = Int(words[2]), let way = Way(rawValue: words[3]) else { return nil }
            self = .write(words[1], content: content, way)
        case ("touch", 3):
            guard let hours = Int(words[2]) else { return nil }
            self = .touch(words[1], hoursAgo: hours)
        case ("view", 2): self = .view(words[1])
        case ("remove", 2): self = .remove(words[1])
        case ("trash", 2): self = .trash(words[1])
        case ("file", 3): self = .file(words[1], words[2])
        case ("edit", 4):
            guard let number = Int(words[2]), let layer = EditLayer(rawValue: words[3]) else { return nil }
            self = .edit(words[1], number, layer)
        case ("undo", 1): self = .undo
        case ("remove-tree", 2): self = .removeTree(words[1])
        case ("rename", 3): self = .rename(words[1], words[2])
        case ("exchange", 3): self = .exchange(words[1], words[2])
        case ("ring", 3...): self = .ring(Array(words.dropFirst()))
        case ("link", 3): self = .link(words[1], words[2])
        case ("symlink", 3): self = .symlink(to: words[1], words[2])
        case ("mode", 3):
            guard let mode = Int(words[2]) else { return nil }
            self = .mode(words[1], mode)
        case ("mount", 2): self = .mount(words[1])
        case ("unmount", 1): self = .unmount
        case ("guest", 1): self = .guest
        case ("wait", 2):
            guard let milliseconds = Int(words[1]) else { return nil }
            self = .wait(milliseconds: milliseconds)
        case ("pause", 2):
            guard let microseconds = Int(words[1]) else { return nil }
            self = .pause(microseconds: microseconds)
        case ("sync", 1): self = .sync
        case ("kill", 1): self = .kill
        case ("restart", 1): self = .restart
        case ("lose-index", 1): self = .loseIndex
        case ("power-cut", 1): self = .powerCut
        default: return nil
        }
    }
}
