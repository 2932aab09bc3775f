import Files
import Glibc
import PhotoModel

/// The few questions the configuration asks the file system, as a value, so that tests need no real one.
public struct HostFiles: Sendable {
    public enum Kind: Hashable, Sendable {
        case directory
        case file
        case missing
        /// With `errno`: something stands in the way of knowing.
        case unreachable(CInt)
    }

    /// What a path leads to, links followed.
    public var kind: @Sendable (FilePath) -> Kind
    /// With `errno`: why a folder cannot be listed and entered; `nil` where it can.
    public var refusal: @Sendable (FilePath) -> CInt?
    /// The path without symbolic links; `nil` where it leads nowhere.
    public var resolved: @Sendable (FilePath) -> FilePath?
    /// What an import can do at a folder; `nil` where it is not there.
    public var abilities: @Sendable (FilePath) -> FileSystemAbilities?
    /// The content of a regular file of at most 4 MiB.
    public var contents: @Sendable (FilePath) throws(FileReadError) -> [UInt8]

    public init(
        kind: @escaping @Sendable (FilePath) -> Kind,
        refusal: @escaping @Sendable (FilePath) -> CInt? = { _ in nil },
        resolved: @escaping @Sendable (FilePath) -> FilePath?,
        abilities: @escaping @Sendable (FilePath) -> FileSystemAbilities? = { _ in nil },
        contents: @escaping @Sendable (FilePath) throws(FileReadError) -> [UInt8]
    ) {
        self.kind = kind
        self.refusal = refusal
        self.resolved = resolved
        self.abilities = abilities
        self.contents = contents
    }

    /// What the system calls an error number.
    public static func reason(_ code: CInt) -> String { ErrorNumber.text(of: code) }

    /// This machine's.
    public static let local = HostFiles(
        kind: { path in
            do throws(CallFailure) {
                return try FileStatus(path: path, following: true).isDirectory ? .directory : .file
            } catch {
                return error.code == ENOENT || error.code == ENOTDIR ? .missing : .unreachable(error.code)
            }
        },
        refusal: { path in path.withCString { access($0, R_OK | X_OK) } == 0 ? nil : errno },
        resolved: { path in
            guard let text = path.withCString({ realpath($0, nil) }) else { return nil }
            defer { free(text) }
            return FilePath(Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
        },
        abilities: { FileSystemAbilities.local($0) },
        contents: { path throws(FileReadError) in try HostFiles.regularFile(path) }
    )

    private static func regularFile(_ path: FilePath) throws(FileReadError) -> [UInt8] {
        let limit = 4 << 20
        let bytes: [UInt8]?
        do throws(CallFailure) {
            // O_NONBLOCK: a FIFO in place of the file must not hang the start.
            let file = try OpenFile(path, flags: O_RDONLY | O_NONBLOCK)
            bytes = try file.status().isRegularFile ? file.read(limit: limit + 1) : nil
        } catch {
            throw error.code == ENOENT || error.code == ENOTDIR ? .missing : .system(error.code)
        }
        guard let bytes else { throw .notAFile }
        guard bytes.count <= limit else { throw .tooLarge }
        return bytes
    }
}

/// Why a file could not be read.
public enum FileReadError: Error, Hashable, Sendable {
    case missing
    case notAFile
    case tooLarge
    case system(CInt)

    /// Half a sentence for people, without a full stop.
    public var text: String {
        switch self {
        case .missing: "there is no such file"
        case .notAFile: "it is not a regular file"
        case .tooLarge: "it is larger than 4 MiB"
        case .system(let code): "it cannot be read: \(ErrorNumber.text(of: code))"
        }
    }

    public var remedy: String {
        switch self {
        case .missing: "create it or name another"
        case .notAFile, .tooLarge: "name another"
        case .system(EACCES): "give the user that runs photod the right to read it"
        case .system: "check the disk and the path"
        }
    }
}
