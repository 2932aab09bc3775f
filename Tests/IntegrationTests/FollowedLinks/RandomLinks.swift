import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

/// Random changes of links, of the folders they lie in and of what they lead to.
struct RandomLinks {
    private let library: LinkedLibrary
    private var random: SeededGenerator
    private(set) var story: [String] = []
    private var serial = 0
    /// No name comes twice.
    private var number = 0
    /// The id that each file had when it was first seen.
    private var ids: [String: String] = [:]

    var seed: UInt64 { random.seed }
    private var targets: [FilePath] { (0..<4).map { library.outside + "target-\($0)" } }

    init(_ library: LinkedLibrary, _ random: SeededGenerator) throws {
        self.library = library
        self.random = random
        for target in targets { try Disk.makeFolders(target + "sub") }
        for name in ["a", "b/c", "d"] { try Disk.makeFolders(library.root + name) }
    }

    // MARK: Changing

    mutating func change() throws {
        switch random.below(12) {
        case 0, 1, 2: try makeLink()
        case 3: try removeLink()
        case 4: try moveLink()
        case 5: try moveFolder()
        case 6: try decide()
        case 7: try removePhoto()
        default: try writePhoto()
        }
    }

    /// The folders in the library, and the links in them; `everywhere`: also in what links may lead to.
    private func entries(everywhere: Bool = false) throws -> (folders: [FilePath], links: [FilePath]) {
        var (folders, links): ([FilePath], [FilePath]) = ([library.root] + (everywhere ? targets : []), [])
        var position = 0
        while position < folders.count {
            for name in try Disk.names(in: folders[position]).sorted() {
                let path = folders[position].appending(name)
                if Disk.isFolder(path) {
                    folders.append(path)
                } else if Disk.isLink(path) {
                    links.append(path)
                }
            }
            position += 1
        }
        return (folders, links)
    }

    private mutating func newName() -> String {
        number += 1
        return "n\(number)"
    }

    private mutating func makeLink() throws {
        let (folders, links) = try entries(everywhere: true)
        let taken = Set(try links.map { try Disk.linkTarget($0) })
        guard let folder = random.pick(folders), let target = random.pick(targets), !taken.contains(target)
        else {
            return
        }
        let path = folder + newName()
        try Disk.makeSymbolicLink(path, to: target)
        story.append("link \(path.display) → \(target.display)")
    }

    private mutating func removeLink() throws {
        guard let path = random.pick(try entries(everywhere: true).links) else { return }
        try Disk.remove(path)
        story.append("remove \(path.display)")
    }

    private mutating func moveLink() throws {
        let (folders, links) = try entries(everywhere: true)
        guard let path = random.pick(links), let folder = random.pick(folders) else { return }
        let new = folder + newName()
        try Disk.rename(path, to: new)
        story.append("move \(path.display) → \(new.display)")
    }

    private mutating func moveFolder() throws {
        let folders = try entries().folders
        guard let folder = random.pick(folders), folder != library.root,
            let parent = random.pick(folders.filter { !$0.isInside(folder) })
        else { return }
        let new = parent + newName()
        try Disk.rename(folder, to: new)
        story.append("move \(folder.display) → \(new.display)")
    }

    /// What a folder says of links.
    private mutating func decide() throws {
        guard let folder = random.pick(try entries(everywhere: true).folders) else { return }
        let options = OptionFiles.path(in: folder)
        if random.chance(40), Disk.isFile(options) {
            try Disk.remove(options)
            story.append("no options in \(folder.display)")
        } else {
            let text = "follow-symlinks = \(random.chance(60))"
            try Disk.write(text, to: options)
            story.append("\(text) in \(folder.display)")
        }
    }

    private mutating func writePhoto() throws {
        let places = try targets + targets.map { $0 + "sub" } + entries().folders
        guard let folder = random.pick(places) else { return }
        serial += 1
        try Disk.writePhoto(serial, to: folder + "\(serial).jpg")
        story.append("write \(folder.display)/\(serial).jpg")
    }

    private mutating func removePhoto() throws {
        guard let target = random.pick(targets),
            let name = random.pick(
                try Disk.names(in: target).filter { $0.display.hasSuffix(".jpg") }.sorted()
            )
        else { return }
        try Disk.remove(target.appending(name))
        story.append("remove \(target.display)/\(name.display)")
    }

    // MARK: Comparing

    /// What differs from what the disk says now.
    mutating func differences() throws -> [String] {
        let client = try library.daemon.connect()
        try client.sync()
        var expected: [String] = []
        try collect(library.root, follows: false, into: &expected)
        var (found, faults): ([String], [String]) = ([], [])
        for item in try client.allItems() {
            let path = try #require(item["path"]?.string)
            let (name, id) = (try #require(item["filename"]?.string), try #require(item["id"]?.string))
            found.append(path)
            if let known = ids[name], known != id { faults.append("\(path): id \(id), was \(known)") }
            ids[name] = id
        }
        faults += Set(expected).subtracting(found).sorted().map { "not there: \($0)" }
        faults += Set(found).subtracting(expected).sorted().map { "there: \($0)" }
        if found.count != Set(found).count { faults.append("twice") }
        let audit = try client.ask("verify")
        if audit.last?["differences"]?.integer != 0 { faults.append(audit.json) }
        return faults
    }

    private func collect(
        _ folder: FilePath,
        follows: Bool,
        into paths: inout [String]
    ) throws {
        var follows = follows
        if Disk.isFile(OptionFiles.path(in: folder)) {
            let text = String(decoding: try Disk.read(OptionFiles.path(in: folder)), as: UTF8.self)
            follows = text.contains("true")
        }
        for name in try Disk.names(in: folder) {
            let path = folder.appending(name)
            if Disk.isFolder(path) {
                try collect(path, follows: follows, into: &paths)
            } else if Disk.isLink(path) {
                if follows { try collect(path, follows: follows, into: &paths) }
            } else if name.display.hasSuffix(".jpg") {
                paths.append(path.display)
            }
        }
    }
}
