import DiskReading
import Extraction
import FolderWatch
import PhotoModel
import Shots
import Synchronization

/// A file that is being read by itself, while all that was found with it goes on to the index.
///
/// Two things have to happen before it is looked at again, in whatever order: it was read, and what was found without it
/// is in the index. Until both have, barriers wait.
final class SlowFile: Sendable {
    private struct State {
        var isRead = false
        var lookAgain: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// What became of the file is known.
    func settle() {
        let lookAgain = state.withLock { state in
            state.isRead = true
            defer { state.lookAgain = nil }
            return state.lookAgain
        }
        lookAgain?()
    }

    /// What was found without the file is in the index.
    ///
    /// - Parameter lookAgain: called once, when it is read: at once where it is already.
    func wasWritten(_ lookAgain: @escaping @Sendable () -> Void) {
        let isRead = state.withLock { state in
            if !state.isRead { state.lookAgain = lookAgain }
            return state.isRead
        }
        if isRead { lookAgain() }
    }
}

extension FindingSlot {
    /// Has barriers wait for the slow files of a finding that was written, and a crawler look at each once it is read.
    /// Before the work that led to the finding is released.
    package func awaitSlowFiles(_ watcher: FolderWatcher) {
        guard case .shots(let place, let shots) = finding, let node = place.work?.node else { return }
        for (number, file) in slowFiles {
            guard let name = shots.name(ofRead: number), let look = watcher.postpone(node, name: name) else {
                continue
            }
            file.wasWritten { watcher.lookAgain(look) }
        }
    }
}

extension [ObservedShot] {
    fileprivate func name(ofRead number: Int) -> FileName? {
        lazy.flatMap(\.files).first { $0.readNumber == number }?.name
    }
}

extension ObservedShot {
    /// The same files, those that are still being read like those that are still being written: nothing is to be said of
    /// them yet.
    package func leavingOutSlow(_ outcomes: [ExtractionOutcome]) -> ObservedShot {
        guard files.contains(where: { $0.isSlow(outcomes) }) else { return self }
        let files = files.map { $0.isSlow(outcomes) ? $0.pending : $0 }
        return ObservedShot(stem: stem, files: files, isForced: isForced)
    }
}
