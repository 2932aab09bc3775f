import Glibc
import PhotoModel

/// Where the built programs are: beside the running tests, where the package manager puts all programs, or in
/// `PHOTOD_BUILD_DIR`.
enum Programs {
    struct Missing: Error, CustomStringConvertible {
        let path: String

        var description: String { "\(path) is missing: build the whole package first" }
    }

    static func path(of name: String) throws -> FilePath {
        let folder = getenv("PHOTOD_BUILD_DIR").map { FilePath(String(cString: $0)) } ?? testFolder
        let path = folder.appending(FileName(name))
        guard path.withCString({ access($0, X_OK) }) == 0 else { throw Missing(path: path.display) }
        return path
    }

    /// A program of the system; `nil` where it is not installed.
    static func system(_ name: String) -> FilePath? {
        ["/usr/bin", "/bin", "/usr/sbin", "/sbin"].map { FilePath("\($0)/\(name)") }
            .first { $0.withCString { access($0, X_OK) } == 0 }
    }

    private static var testFolder: FilePath {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        return FilePath(buffer[..<max(count, 0)].map { UInt8(bitPattern: $0) }).parent
    }
}
