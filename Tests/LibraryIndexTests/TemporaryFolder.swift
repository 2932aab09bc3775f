import Glibc
import PhotoModel
import Testing

/// A fresh directory, removed with all it holds.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var base = "/tmp"
        if let chosen = getenv("TMPDIR") { base = String(cString: chosen) }
        var template = Array((base + "/photod-index-XXXXXX").utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit {
        var path = Array(path.utf8CString)
        let removal = path.withUnsafeMutableBufferPointer { path in
            var arguments: [UnsafeMutablePointer<CChar>?] = [
                strdup("rm"), strdup("-rf"), path.baseAddress, nil,
            ]
            defer { for argument in arguments[..<2] { free(argument) } }
            var child = pid_t()
            guard posix_spawnp(&child, "rm", nil, nil, &arguments, environ) == 0 else { return Int32(-1) }
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            return status
        }
        if removal != 0 { Issue.record("could not remove the temporary folder") }
    }

    func path(_ name: String) -> String { path + "/" + name }
}
