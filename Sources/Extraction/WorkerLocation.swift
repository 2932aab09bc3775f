import ExtractionWire
import Glibc
import PhotoModel

/// Where a worker's executable lies.
public struct WorkerLocation: Hashable, Sendable {
    public let path: FilePath
    /// What it is started for.
    public let role: WorkerRole

    public init(path: FilePath, role: WorkerRole = .reader) {
        self.path = path
        self.role = role
    }

    /// The same program, started for something else.
    public func `as`(_ role: WorkerRole) -> WorkerLocation {
        WorkerLocation(path: path, role: role)
    }

    /// Looks beside the running executable, as a build folder has it, then in `../libexec/photod/`, as it is
    /// installed.
    public static func find(name: String) throws(ExtractionError) -> WorkerLocation {
        try find(name: name, executable: runningExecutable())
    }

    static func find(name: String, executable: FilePath) throws(ExtractionError) -> WorkerLocation {
        let directory = executable.bytes.prefix(
            through: executable.bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
        )
        let places = ["", "../libexec/photod/"].map { FilePath(directory + Array(($0 + name).utf8)) }
        for place in places where place.withCString({ access($0, X_OK) }) == 0 {
            return WorkerLocation(path: place)
        }
        throw .workerMissing(name: name, places: places.map(\.display))
    }

    private static func runningExecutable() throws(ExtractionError) -> FilePath {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = bytes.withUnsafeMutableBytes { buffer in
            buffer.withMemoryRebound(to: CChar.self) { characters in
                characters.baseAddress.map { readlink("/proc/self/exe", $0, characters.count) } ?? -1
            }
        }
        guard length > 0 else { throw .executableUnknown(reason: errno) }
        return FilePath(Array(bytes[..<length]))
    }
}
