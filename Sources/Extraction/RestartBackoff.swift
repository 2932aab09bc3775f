/// How long to wait before another worker is started, so that a folder of files that crash the reader, or a worker
/// that cannot start, does not become a machine busy with starting processes.
struct RestartBackoff {
    /// So many failures in a row are taken as they come: one bad batch retried file by file has a few.
    static let patience = 16
    static let firstDelay = 20
    static let longestDelay = 2_000

    private var failures = 0

    /// A worker crashed, hung or answered nonsense.
    mutating func failed() {
        // Saturating: beyond the longest delay the number says nothing more.
        failures = min(failures + 1, Self.patience + 32)
    }

    /// A worker did its work.
    mutating func succeeded() {
        failures = 0
    }

    /// Milliseconds to wait before the next start.
    var delay: Int {
        guard failures > Self.patience else { return 0 }
        let doublings = min(failures - Self.patience - 1, 16)
        return min(Self.firstDelay << doublings, Self.longestDelay)
    }
}
