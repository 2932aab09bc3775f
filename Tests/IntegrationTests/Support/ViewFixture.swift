import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport

/// A group view, and what should be in it.
struct ViewFixture {
    let daemon: DaemonFixture
    let path: FilePath

    init(_ daemon: DaemonFixture, at path: FilePath? = nil) throws {
        self.daemon = daemon
        self.path = path ?? daemon.scratch.location + "view"
        try daemon.configure(libraries: [daemon.root], more: Self.option(self.path))
    }

    static func option(_ path: FilePath) -> String { "[groups]\nview = \"\(path.display)\"" }

    /// Runs a test with a daemon that keeps a view.
    static func run(_ body: (ViewFixture, Connection) throws -> Void) throws {
        try DaemonFixture.run(isStarted: false) { daemon in
            let view = try ViewFixture(daemon)
            try daemon.start()
            try body(view, try daemon.connect())
        }
    }

    /// All links with our mark, `folder/name` to what they say.
    func links() throws -> [String: FilePath] {
        var links: [String: FilePath] = [:]
        guard Disk.isFolder(path) else { return [:] }
        for folder in try Disk.names(in: path) where Disk.isFolder(path.appending(folder)) {
            for name in try Disk.names(in: path.appending(folder)) {
                let link = path.appending(folder).appending(name)
                guard Disk.isLink(link) else { continue }
                let target = try Disk.linkTarget(link)
                guard target.bytes.starts(with: Array("./../".utf8)) else { continue }
                links["\(folder.display)/\(name.display)"] = target
            }
        }
        return links
    }

    var names: [String] { get throws { try links().keys.sorted() } }

    /// Waits until these and no others are the links.
    func wait(for expected: [String]) throws {
        var found: [String] = []
        do {
            try Waiting.until("\(expected)", below: daemon.scratch.location) {
                // One that goes while it is looked at is not there yet, or no longer.
                do { found = try names } catch is SystemFailure { return false }
                return found == expected.sorted()
            }
        } catch let error as Waiting.InVain {
            throw Waiting.InVain(what: "\(error.what), but \(found)")
        }
    }

    /// Which file each link leads to, by the path of the file: its folder and how often.
    func files() throws -> [FilePath: [FileName]] {
        var files: [FilePath: [FileName]] = [:]
        for folder in try Disk.names(in: path) where Disk.isFolder(path.appending(folder)) {
            for name in try Disk.names(in: path.appending(folder)) {
                let link = path.appending(folder).appending(name)
                guard Disk.isLink(link), let real = link.withCString({ realpath($0, nil) }) else { continue }
                defer { free(real) }
                let file = FilePath(Array(UnsafeRawBufferPointer(start: real, count: strlen(real))))
                files[file, default: []].append(folder)
            }
        }
        return files
    }

    /// What the daemon says of each file: the folder of its group.
    static func said(_ client: Connection) throws -> [FilePath: [FileName]] {
        var files: [FilePath: [FileName]] = [:]
        for item in try client.allItems() {
            guard let uri = item["uri"]?.string else { continue }
            files[Self.path(ofURI: uri)] = [FileName(item["group"]?.string ?? "Other")]
        }
        return files
    }

    private static func path(ofURI uri: String) -> FilePath {
        var bytes: [UInt8] = []
        var rest = Array(uri.utf8.dropFirst("file://".utf8.count))[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return FilePath(bytes)
    }

    /// Waits until the view is what the daemon says.
    func waitUntilRight(_ client: Connection) throws {
        try client.sync()
        let said = try Self.said(client)
        var found: [FilePath: [FileName]] = [:]
        do {
            try Waiting.until("the view is right", below: daemon.scratch.location) {
                do { found = try files() } catch is SystemFailure { return false }
                return try found == said && links().count == said.count
            }
        } catch is Waiting.InVain {
            let differing = Set(found.keys).union(said.keys).filter { found[$0] != said[$0] }
            throw Waiting.InVain(
                what: differing.map {
                    "\($0.display): \(found[$0]?.map(\.display) ?? []), to be \(said[$0]?.map(\.display) ?? [])"
                }.joined(separator: "\n") + "\n\(try names)"
            )
        }
    }
}
