import FoundationEssentials
import Glibc
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
        do throws(SystemError) {
            try DurableFile.replace(path, in: stateDirectory, with: Array(text.utf8))
        } catch {
            throw .unwritable(path, error.code)
        }
    }

    // MARK: - JSON

    private struct Document: Decodable {
        struct Entry: Decodable {
            var path: String
            var name: String
        }

        var version: Int
        var roots: [Entry]
    }

    static func parse(_ bytes: [UInt8], path: FilePath) throws(AddedRootsError) -> AddedRoots {
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: Data(bytes))
        } catch {
            throw .broken(path, "it is not the JSON that photod writes")
        }
        guard document.version == 1 else {
            throw .broken(path, "its version is \(document.version), and this photod knows 1")
        }
        var roots: [Root] = []
        for entry in document.roots {
            guard let decoded = PercentEncoding.decode(entry.path.utf8), decoded.first == UInt8(ascii: "/")
            else {
                throw .broken(path, "\"\(entry.path)\" is no percent-encoded absolute path")
            }
            guard let root = normalized(FilePath(decoded)), !entry.name.isEmpty else {
                throw .broken(path, "the root \"\(entry.path)\" holds .. or has no name")
            }
            roots.append(Root(path: root, name: entry.name))
        }
        return AddedRoots(roots)
    }

    private var text: String {
        let entries = roots.map {
            "{\"path\":\"\(PercentEncoding.encode($0.path.bytes))\",\"name\":\(Self.quoted($0.name))}"
        }
        return "{\"version\":1,\"roots\":[\(entries.joined(separator: ","))]}\n"
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// Why the added roots cannot be read or kept.
public enum AddedRootsError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(FilePath, FileReadError)
    case broken(FilePath, String)
    /// With `errno`.
    case unwritable(FilePath, CInt)

    public var description: String {
        switch self {
        case .unreadable(let path, let error): "\(path.display): \(error.text); \(error.remedy)"
        case .broken(let path, let what):
            "\(path.display): \(what); mend it, or remove it and add the roots again with photoctl roots add"
        case .unwritable(let path, ENOSPC):
            "\(path.display) cannot be written: the disk is full; make room and try again"
        case .unwritable(let path, let code):
            "\(path.display) cannot be written: \(ErrorNumber.text(of: code)); make the state directory writable for "
                + "the user that runs photod"
        }
    }
}
