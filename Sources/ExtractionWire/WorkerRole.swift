/// What a worker is started for, which decides what its box allows. The raw value is its last argument; a reader has none.
public enum WorkerRole: String, Hashable, Sendable {
    case reader
    /// Writes files that the daemon has made.
    case writer
}
