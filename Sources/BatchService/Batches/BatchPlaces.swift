import Batches
import PhotoModel
import Synchronization
import WatchedLibrary

/// Where a batch has to do on the disks: where it hangs, one of these does not answer.
package final class BatchPlaces: Sendable {
    private struct State {
        var folders: [FilePath]
        /// Elsewhere in the library, and read just now.
        var file: FilePath?
        var batch: BatchName?
    }

    private let state: Mutex<State>

    package init(_ folders: [FilePath] = []) {
        state = Mutex(State(folders: folders))
    }

    /// Named before anything in them is asked for.
    package func are(_ folders: [FilePath]) {
        state.withLock { $0.folders = folders }
    }

    /// The batch that is worked on, of those that have a journal: while it hangs nobody else may go on with it.
    package var batch: BatchName? {
        get { state.withLock { $0.batch } }
        set { state.withLock { $0.batch = newValue } }
    }

    package func whileReading<Result, Failure>(
        _ file: FilePath,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        state.withLock { $0.file = file }
        defer { state.withLock { $0.file = nil } }
        return try body()
    }

    package var all: [FilePath] { state.withLock { $0.folders + ($0.file.map { [$0] } ?? []) } }
}

extension PhotoLibrary {
    /// The roots that folders lie in; a folder in none stands for itself.
    func roots(of folders: Set<FilePath>) -> [FilePath] {
        Array(Set(folders.map { run.root(of: $0)?.library.path ?? $0 }))
    }
}
