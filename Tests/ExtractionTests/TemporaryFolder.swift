import Glibc
import PhotoModel

/// A folder of its own for one test, removed with everything in it when the test is over.
final class TemporaryFolder {
    let path: String
    private var names: Set<String> = []

    struct Failure: Error {
        let what: String
        let reason: Int32
    }

    init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/photod-tests-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Failure(what: "mkdtemp", reason: errno)
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// Writes a file and opens it for reading.
    func file(_ bytes: [UInt8]) throws -> Int32 {
        let name = "file-\(names.count)"
        let descriptor = open("\(path)/\(name)", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(what: "open", reason: errno) }
        names.insert(name)
        guard write(descriptor, bytes, bytes.count) == bytes.count else {
            throw Failure(what: "write", reason: errno)
        }
        return descriptor
    }

    func link(_ name: String, to target: String) throws -> FilePath {
        guard symlink(target, "\(path)/\(name)") == 0 else { throw Failure(what: "symlink", reason: errno) }
        names.insert(name)
        return FilePath("\(path)/\(name)")
    }
}
