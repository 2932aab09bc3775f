import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

/// A library in which links to folders are followed, and a place outside of it for them to lead to.
struct LinkedLibrary {
    let daemon: DaemonFixture
    let client: Connection
    var root: FilePath { daemon.root }
    var outside: FilePath { daemon.scratch.location + "outside" }

    static let following = "follow-symlinks = true\n"

    /// - Parameter options: what the root's own options are.
    static func run(options: String = following, _ body: (LinkedLibrary) throws -> Void) throws {
        try DaemonFixture.run { daemon in
            let library = LinkedLibrary(daemon: daemon, client: try daemon.connect())
            try Disk.makeFolder(library.outside)
            if !options.isEmpty { try Disk.write(options, to: OptionFiles.path(in: daemon.root)) }
            try body(library)
            try library.expectNothingToMend()
        }
    }

    func link(_ name: String, to target: FilePath) throws {
        try Disk.makeSymbolicLink(root + name, to: target)
    }

    func write(_ serial: Int, _ path: FilePath) throws { try Disk.writePhoto(serial, to: path) }

    /// The paths there are after `sync`, in the root.
    func paths() throws -> [String] {
        try client.sync()
        let prefix = root.display.utf8.count + 1
        return try client.allItems()
            .map { String(try #require($0["path"]?.string).dropFirst(prefix)) }
            .sorted()
    }

    /// The id of each file name.
    func ids() throws -> [String: String] {
        try client.sync()
        var ids: [String: String] = [:]
        for item in try client.allItems() {
            ids[try #require(item["filename"]?.string)] = try #require(item["id"]?.string)
        }
        return ids
    }

    /// The roots by their paths in the first one.
    func linkedRoots() throws -> [String: JSONValue] {
        var roots: [String: JSONValue] = [:]
        for line in try client.ask("roots") where line["target"] != nil {
            roots[String(try #require(line["path"]?.string).dropFirst(root.display.utf8.count + 1))] = line
        }
        return roots
    }

    func expectNothingToMend() throws {
        let lines = try daemon.connect().ask("verify")
        #expect(lines.last?["differences"]?.integer == 0, "\(lines.json)")
    }
}
