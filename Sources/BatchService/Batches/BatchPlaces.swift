import PhotoModel
import Synchronization

/// Where an import has to do on the disks: where it hangs, one of these does not answer.
package final class BatchPlaces: Sendable {
    private struct State {
        var folders: [FilePath]
        /// Elsewhere in the library, and read just now.
        var file: FilePath?
    }

    private let state: Mutex<State>

    package init(_ folders: [FilePath] = []) {
        state = Mutex(State(folders: folders))
    }

    /// Named before anything in them is asked for.
    package func are(_ folders: [FilePath]) {
        state.withLock { $0.folders = folders }
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
