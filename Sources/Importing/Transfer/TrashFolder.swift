import Batches
import Files
import Glibc
import PhotoModel

/// Finds the trash for the files of a folder, by the freedesktop.org Trash specification 1.0: the home trash
/// for what lies on its file system, else `.Trash/UID` or `.Trash-UID` at the top of the file's own.
public struct TrashFolder: Sendable {
    /// `$XDG_DATA_HOME/Trash`; `nil` where the user has no home.
    let home: FilePath?

    /// - Parameter dataHome: `$XDG_DATA_HOME`, else `~/.local/share`.
    public init(dataHome: FilePath?) {
        home = dataHome.map { $0.appending(FileName("Trash")) }
    }

    /// The folder where the trash keeps files; the trash itself is made where it is missing.
    func files(for folder: FilePath) throws(ImportError) -> FolderPlace {
        // The top of its file system is looked for above where it lies, not above a symbolic link that leads there.
        guard let real = MountPoint.real(folder), let device = MountPoint.status(real)?.device else {
            throw .missing(folder)
        }
        let homeFault = home.flatMap { Self.fault(ofHome: $0, on: device) }
        if let home, homeFault == nil, MountPoint.status(home)?.device == device {
            return Self.files(in: home)
        }
        let top = MountPoint.top(of: real, device)
        // One that an administrator made for all must be a folder with the sticky bit and no link.
        let shared = top.appending(FileName(".Trash"))
        if let status = MountPoint.status(shared), status.isDirectory, status.mode & S_ISVTX != 0 {
            let own = shared.appending(FileName("\(getuid())"))
            if Self.make(own) == 0, Self.isOwnFolder(own) { return Self.files(in: own) }
        }
        let own = top.appending(FileName(".Trash-\(getuid())"))
        // Where the home trash was to take them, that is the one to be mended.
        if let fault = Self.fault(own, on: device) { throw .noTrash(folder, homeFault ?? fault) }
        return Self.files(in: own)
    }

    /// The top of the file system that a trash there is for; `nil` for a home trash.
    static func top(of trash: FilePath) -> FilePath? {
        let parts = trash.bytes.split(separator: UInt8(ascii: "/"))
        func joined(_ parts: some Collection<ArraySlice<UInt8>>) -> FilePath {
            FilePath(parts.isEmpty ? [UInt8(ascii: "/")] : parts.flatMap { [UInt8(ascii: "/")] + $0 })
        }
        if parts.last?.starts(with: Array(".Trash-".utf8)) == true { return joined(parts.dropLast()) }
        if parts.dropLast().last.map({ Array($0) == Array(".Trash".utf8) }) == true {
            return joined(parts.dropLast(2))
        }
        return nil
    }

    // MARK: - Folders

    private static func files(in trash: FilePath) -> FolderPlace {
        FolderPlace(base: trash, beneath: [FileName("files")])
    }

    /// Why the home trash, which is made where it is missing, cannot be had on a file system; `nil` also where it is on another.
    static func fault(ofHome trash: FilePath, on device: UInt64) -> TrashFault? {
        do throws(CallFailure) { try Folder.makeAll(trash, mode: 0o700) } catch {
            // What is above the first folder that is missing is there, as far as it can be looked at.
            let above = try? FileStatus(path: error.path.parent, following: true)
            return above?.device == device ? .unmade(error.path, code: error.code) : nil
        }
        return nil
    }

    /// Why one at the top of a file system cannot be had; it is made where it is missing.
    static func fault(_ trash: FilePath, on device: UInt64) -> TrashFault? {
        let code = make(trash)
        guard code == 0 else { return .unmade(trash, code: code) }
        guard let status = MountPoint.status(trash), status.isDirectory else { return .notAFolder(trash) }
        guard status.owner == getuid() else { return .strangers(trash) }
        return status.device == device ? nil : .otherFileSystem(trash)
    }

    private static func isOwnFolder(_ path: FilePath) -> Bool {
        MountPoint.status(path).map { $0.isDirectory && $0.owner == getuid() } ?? false
    }

    /// 0, also where something is there, or an error number.
    private static func make(_ path: FilePath) -> Int32 {
        let code = Folder.makeLasting(path, mode: 0o700)
        return code == EEXIST ? 0 : code
    }
}
