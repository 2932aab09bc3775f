import Glibc
import PhotoModel

/// What can be seen of a folder.
enum FolderLook {
    static func folder(_ path: FilePath) -> Examination.Folder {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { return failure() }
        guard status.st_mode & S_IFMT == S_IFDIR else { return .noFolder }
        return path.withCString({ access($0, R_OK | X_OK) }) == 0 ? .good : failure()
    }

    private static func failure() -> Examination.Folder {
        switch errno {
        case ENOENT, ENOTDIR: .missing
        case EACCES, EPERM: .forbidden
        default: .failing(String(cString: strerror(errno)))
        }
    }

    /// - Parameter reason: why it is offline; nothing may be asked of one that hangs.
    static func root(
        _ place: FilePath,
        state: String,
        reason: String?,
        mounts: MountList,
        listed: ListedMounts
    ) -> Examination.Root {
        let mount = mounts.mount(of: place.display)
        let listed = listed.mountPoint(of: place.display)
        return Examination.Root(
            place: place,
            state: state,
            reason: reason,
            folder: reason == "hanging" ? .hanging : folder(place),
            fileSystem: mount?.type,
            mountPoint: mount?.path,
            missingMount: listed.flatMap { mounts.isMounted(at: $0) ? nil : $0 }
        )
    }

    static func state(_ path: String, mounts: MountList) -> Examination.StateDirectory {
        var state = Examination.StateDirectory(path: path)
        state.folder = folder(FilePath(path))
        guard state.folder == .good else { return state }
        var status = stat()
        if stat(path, &status) == 0 {
            state.owner = status.st_uid
            state.mode = status.st_mode & 0o777
        }
        state.isWritable = access(path, W_OK) == 0
        let mount = mounts.mount(of: path)
        state.fileSystem = mount?.type
        state.mountPoint = mount?.path
        state.isReadOnlyFileSystem = mount?.isReadOnly ?? false
        var space = statvfs()
        if statvfs(path, &space) == 0 {
            // Some file systems of FUSE say that there is as much as a number can be.
            let (free, isMuch) = UInt64(space.f_bavail).multipliedReportingOverflow(
                by: UInt64(space.f_frsize)
            )
            state.freeBytes = isMuch ? .max : free
        }
        let names = TextFile.names(in: path)
        let documents = TextFile.names(in: path + "/photos")
        state.hasIndex = names.contains("index.sqlite")
        state.isIndexCondemned = names.contains("index.sqlite.damaged")
        state.documents = documents.count { $0.hasSuffix(".json") }
        state.movedAside =
            names.filter { $0.hasPrefix("index.sqlite.broken-") }
            + documents.filter { $0.contains(".json.broken-") }.map { "photos/" + $0 }
        state.movedAside.sort()
        return state
    }
}
