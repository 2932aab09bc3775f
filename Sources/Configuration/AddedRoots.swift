import Files
import Glibc
import JSON
import PhotoModel

/// The roots that `root-add` put beside the configuration: `STATE/roots.json`.
///
/// `{"version":1,"roots":[{"path":"/mnt/caf%C3%A9","name":"café"}]}`: a path is percent-encoded, since a file
/// name need not be text.
public struct AddedRoots: Sendable, Hashable {
    public struct Root: Sendable, Hashable {
        public var path: FilePath
        public var name: String

        public init(path: FilePath, name: String) {
            self.path = path
            self.name = name
        }
    }

    public var roots: [Root]

    public init(_ roots: [Root] = []) {
        self.roots = roots
    }

    public static func file(in stateDirectory: FilePath) -> FilePath {
        stateDirectory.appending(FileName("roots.json"))
    }

    /// A path as the file keeps it: without doubled and trailing slashes. `nil` where it holds `..`, which the file does
    /// not take.
    public static func normalized(_ path: FilePath) -> FilePath? {
        let path = PathText.normalized(path.bytes)
        return PathText.hasParentReference(path) ? nil : path
    }

    /// Reads the file of a state directory; no file means no added roots.
    public static func load(
        stateDirectory: FilePath,
        files: HostFiles = .local
    ) throws(AddedRootsError) -> AddedRoots {
        let path = file(in: stateDirectory)
        let bytes: [UInt8]
        do throws(FileReadError) {
            bytes = try files.contents(path)
        } catch {
            if error == .missing { return AddedRoots() }
            throw .unreadable(path, error)
        }
        return try parse(bytes, path: path)
    }

    /// Replaces the file: its content is whole, old or new, whenever the machine stops.
    public func save(stateDirectory: FilePath) throws(AddedRootsError) {
        let path = Self.file(in: stateDirectory)
        do throws(CallFailure) {
            try Folder(stateDirectory).replace(
                path.lastName,
                with: json,
                byWayOf: FileName(path.lastName.bytes + Array(".tmp".utf8))
            )
        } catch {
            throw .unwritable(path, error.code)
        }
    }

    // MARK: - JSON

    static func parse(_ bytes: [UInt8], path: FilePath) throws(AddedRootsError) -> AddedRoots {
        let notOurs = AddedRootsError.broken(path, "it is not the JSON that photod writes")
        guard let document = try? JSONValue.parse(bytes), let version = document["version"]?.integer,
            let entries = document["roots"]?.array
        else { throw notOurs }
        guard version == 1 else {
            guard version > 1 else {
                throw .broken(path, "it has version \(version), which no photod writes")
            }
            throw .newer(path, version: version)
        }
        var roots: [Root] = []
        for entry in entries {
            guard let text = entry["path"]?.string, let name = entry["name"]?.string else { throw notOurs }
            guard let decoded = PercentEncoding.decode(text.utf8), decoded.first == UInt8(ascii: "/") else {
                throw .broken(path, "\"\(text)\" is no percent-encoded absolute path")
            }
            guard let root = normalized(FilePath(decoded)), !name.isEmpty else {
                throw .broken(path, "the root \"\(text)\" holds .. or has no name")
            }
            roots.append(Root(path: root, name: name))
        }
        return AddedRoots(roots)
    }

    private var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("version", 1)
        writer.key("roots")
        writer.beginArray()
        for root in roots {
            writer.beginObject()
            writer.member("path", PercentEncoding.encode(root.path.bytes))
            writer.member("name", root.name)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }
}

/// Why the added roots cannot be read or kept.
public enum AddedRootsError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(FilePath, FileReadError)
    case broken(FilePath, String)
    case newer(FilePath, version: Int64)
    /// With `errno`.
    case unwritable(FilePath, CInt)

    public var description: String {
        switch self {
        case .unreadable(let path, let error): "\(path.display): \(error.text); \(error.remedy)"
        case .broken(let path, let what):
            "\(path.display): \(what); mend it, or remove it and add the roots again with photoctl roots add"
        case .newer(let path, let version):
            "\(path.display) has version \(version), this photod knows version 1 only; install the newer photod again"
        case .unwritable(let path, ENOSPC):
            "\(path.display) cannot be written: the disk is full; make room and try again"
        case .unwritable(let path, let code) where code == EACCES || code == EPERM:
            "\(path.display) cannot be written: \(ErrorNumber.text(of: code)); make the state directory writable for "
                + "the user that runs photod"
        case .unwritable(let path, let code):
            "\(path.display) cannot be written: \(ErrorNumber.text(of: code)); \(ErrorNumber.remedy(of: code))"
        }
    }
}
