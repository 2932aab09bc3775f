import Glibc
import PhotoModel
import Testing

/// A fresh directory, removed with all it holds.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var base = "/tmp"
        if let chosen = getenv("TMPDIR") { base = String(cString: chosen) }
        var template = Array((base + "/photod-reconcile-XXXXXX").utf8CString)
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

    func makeDirectory(_ name: String) throws {
        try #require(mkdir(path(name), 0o755) == 0)
    }

    func write(_ name: String, _ text: String = "x") throws {
        let descriptor = open(path(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    }

    func move(_ from: String, _ to: String) throws {
        try #require(rename(path(from), path(to)) == 0)
    }

    func remove(_ name: String) throws {
        try #require(Glibc.remove(path(name)) == 0)
    }

    func text(_ name: String) throws -> String {
        let descriptor = open(path(name), O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &piece, piece.count)
            try #require(count >= 0)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(contentsOf: piece[..<count])
        }
    }
}
