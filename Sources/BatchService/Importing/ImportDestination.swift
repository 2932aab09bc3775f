import Files
import Importing
import LineProtocol
import PhotoModel
import PhotodConfiguration
import Roots
import WatchedLibrary

/// The folder of the library that an import goes to.
struct ImportDestination: Sendable {
    let path: FilePath
    /// Held open from before anything was planned: another folder at its path is not what was asked for.
    let folder: Folder

    /// - Parameter into: what was asked for; `nil` means the only root there is.
    init(_ into: FilePath?, _ library: PhotoLibrary) throws(ProtocolError) {
        let path: FilePath
        if let into { path = into } else { path = try Self.only(library) }
        guard let root = library.run.root(of: path) else {
            throw Self.refusal(.noSuch, "\(path.display) lies in no root: “roots” lists them")
        }
        guard root.state != .offline else {
            throw Self.refusal(.busy, "\(root.library.path.display) is offline: “roots” says why")
        }
        let files = HostFiles.local
        switch files.kind(path) {
        case .directory: break
        case .missing: throw Self.missing(path)
        case .file: throw Self.refusal(.argument, "\(path.display) is a file: name the folder it lies in")
        case .unreachable(let code): throw Self.refusal(.system(operation: "look at", path: path, code: code))
        }
        guard let real = files.resolved(path) else { throw Self.missing(path) }
        // A link in the library may lead anywhere, and what is put there would be in no index.
        guard let home = files.resolved(root.library.path), real.isInside(home) else {
            throw Self.refusal(
                .permission,
                "\(path.display) leads out of \(root.library.path.display): name the folder that it leads to"
            )
        }
        // By the path that crawlers know it by.
        self.path = FilePath(root.library.path.bytes + real.bytes.dropFirst(home.bytes.count))
        do throws(CallFailure) { folder = try Folder(self.path) } catch {
            throw Self.refusal(.system(operation: "open", path: self.path, code: error.code))
        }
    }

    /// Refuses a folder that was opened when its disk had been away already, which the library knows once it is in step.
    func checkIsOnline(_ library: PhotoLibrary) throws(ProtocolError) {
        guard let root = library.run.root(of: path), root.state != .offline else {
            throw Self.refusal(.busy, "\(path.display) is offline: “roots” says why")
        }
    }

    private static func only(_ library: PhotoLibrary) throws(ProtocolError) -> FilePath {
        let roots = library.allRoots.filter { !$0.isLinked }
        guard let first = roots.first else {
            throw refusal(.noSuch, "there is no folder to import into: add one with “root-add”")
        }
        guard roots.count == 1 else {
            let names = roots.map { $0.library.path.display }.joined(separator: ", ")
            throw refusal(
                .argument,
                "into which folder? write into=DIR (photoctl: --into DIR); the library has \(names)"
            )
        }
        return first.library.path
    }

    private static func missing(_ path: FilePath) -> ProtocolError {
        refusal(.noSuch, "there is no folder \(path.display): make it first")
    }

    private static func refusal(_ error: ImportError) -> ProtocolError { refusal(error.code, "\(error)") }

    private static func refusal(_ code: ReplyCode, _ message: String) -> ProtocolError {
        ProtocolError(code: code, command: "import", message: message)
    }
}
