import FolderWatch
import PhotoModel

/// Why a library cannot do what it was told.
public enum LibraryError: Error, CustomStringConvertible {
    case noThread
    case unusableState(FilePath, FolderError)

    public var description: String {
        switch self {
        case .noThread:
            "the system refuses a thread: raise the limit of processes (ulimit -u, TasksMax=) or of memory (ulimit -v)"
        case .unusableState(let path, let error): "the state folder \(path.display) \(error)"
        }
    }
}
