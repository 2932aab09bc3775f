/// Why a library cannot do what it was told.
public enum LibraryError: Error, CustomStringConvertible {
    case noThread

    public var description: String {
        "the system refuses a thread: raise the limit of processes (ulimit -u, TasksMax=)"
    }
}
