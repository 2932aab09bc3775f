import Glibc
import PhotoModel

/// A folder of its own for one test, removed with everything in it when the test is over. `PHOTOD_TEST_KEEP` keeps it.
public final class TemporaryFolder: Sendable {
    /// Names in it are bytes; its own path is text.
    public let path: String

    public init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/photod-tests-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemFailure("mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        if getenv("PHOTOD_TEST_KEEP") != nil { return print("kept: \(path)") }
        do { try Disk.removeTree(location) } catch { print("left behind: \(path): \(error)") }
    }

    public var location: FilePath { FilePath(path) }

    public func path(_ name: String) -> String { path + "/" + name }

    public func location(_ name: String) -> FilePath { FilePath(path(name)) }

    public func makeDirectory(_ name: String) throws { try Disk.makeFolder(location(name)) }

    @discardableResult
    public func write(_ name: String, _ text: String = "x") throws -> FilePath {
        try Disk.write(text, to: location(name))
        return location(name)
    }

    public func write(_ name: String, _ bytes: [UInt8]) throws { try Disk.write(bytes, to: location(name)) }

    /// Writes a file without a name and opens it for reading: for tests that make tens of thousands.
    public func file(_ bytes: [UInt8]) throws -> Int32 {
        let name = path("opened")
        let descriptor = try SystemFailure.check(
            open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600),
            "open"
        )
        guard unlink(name) == 0, Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            defer { close(descriptor) }
            throw SystemFailure("write")
        }
        return descriptor
    }

    public func link(_ name: String, to target: String) throws -> FilePath {
        try Disk.makeSymbolicLink(location(name), to: FilePath(target))
        return location(name)
    }

    public func move(_ from: String, _ to: String) throws {
        try Disk.rename(location(from), to: location(to))
    }

    /// Removes a file or an empty folder.
    public func remove(_ name: String) throws {
        try SystemFailure.check(Glibc.remove(path(name)), "remove")
    }

    public func bytes(of name: String) throws -> [UInt8] { try Disk.read(location(name)) }

    public func text(_ name: String) throws -> String { String(decoding: try bytes(of: name), as: UTF8.self) }

    public var names: [String] {
        get throws { try Disk.names(in: location).map { String(decoding: $0.bytes, as: UTF8.self) } }
    }
}
