import Glibc
import PhotoModel

/// A folder of its own for one test, removed with everything in it when the test is over.
final class ScratchFolder {
    let path: FilePath

    init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/photod-integration-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemFailure("mkdtemp") }
        path = FilePath(template.dropLast().map { UInt8(bitPattern: $0) })
    }

    deinit {
        if getenv("PHOTOD_TEST_KEEP") != nil { return print("kept: \(path.display)") }
        do { try Disk.removeTree(path) } catch { print("left behind: \(path.display): \(error)") }
    }
}
