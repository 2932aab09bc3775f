import Glibc

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
        var template = Array("\(parent)/photod-media-tests-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(what: "mkdtemp", reason: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// The path of a file that is to be made, and removed with the folder.
    func place(_ name: String) -> String {
        names.insert(name)
        return "\(path)/\(name)"
    }

    func contents(_ name: String) throws -> [UInt8] {
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(what: "open", reason: errno) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_END)))
        guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else {
            throw Failure(what: "pread", reason: errno)
        }
        return bytes
    }
}
