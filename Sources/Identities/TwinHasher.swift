import CShims
import DiskReading
import Extraction
import FolderWatch
import LibraryIndex
import PhotoModel
import Reconciling
import Roots
import Threads

/// Has the whole content of files known that look alike: they have one size and begin the same. Should they be copied
/// elsewhere and deleted here, their ids follow the right ones.
///
/// The hasher runs when nothing else is to be done, on a thread of low priority, and rests as long as it reads.
package final class TwinHasher: Sendable {
    private struct State {
        var isDue = false
        var isStopped = false
    }

    private let index: LibraryIndex
    private let watcher: FolderWatcher
    private let roots: RootTable
    private let change: OrderlyChange
    private let monitor = Monitor(State())

    private static let batch = 64
    /// Nanoseconds until it is asked again whether there is anything else to do.
    private static let patience: UInt64 = 500_000_000

    package init(index: LibraryIndex, watcher: FolderWatcher, roots: RootTable, change: OrderlyChange) {
        self.index = index
        self.watcher = watcher
        self.roots = roots
        self.change = change
    }

    /// There may be files that look alike.
    package func schedule() { monitor.update { $0.isDue = true } }

    package func stop() { monitor.update { $0.isStopped = true } }

    /// Works until `stop`.
    package func run() {
        photod_lower_thread_priority()
        while waitUntilDue() {
            // What cannot be read or written now is tried again with the next one.
            try? hashAll()
        }
    }

    private func waitUntilDue() -> Bool {
        monitor.wait { state in
            if state.isStopped { return false }
            guard state.isDue else { return nil }
            state.isDue = false
            return true
        }
    }

    private func hashAll() throws(IndexError) {
        // Once a pass: to find them all of the index is compared with itself. Those on a network are left, and not asked for anew
        // whenever anything changes.
        var rest = try index.read { reader throws(IndexError) in
            try reader.unhashedTwins(longerThan: Int64(Fingerprinter.headLength)) { [roots] key in
                roots.root(withKey: key)?.manner == .directly
            }
        }[...]
        while !rest.isEmpty, !isStopped {
            let keys = rest.prefix(Self.batch)
            rest = rest.dropFirst(Self.batch)
            let twins = try index.read { reader throws(IndexError) in
                var twins: [IndexedAsset] = []
                for key in keys {
                    if let asset = try reader.asset(withKey: key) { twins.append(asset) }
                }
                return twins
            }
            var hashes: [(hash: Fingerprint, asset: IndexedAsset)] = []
            for twin in twins {
                guard restWhileBusy() else { return }
                if let hash = try hash(of: twin) { hashes.append((hash, twin)) }
            }
            let found = hashes
            guard !found.isEmpty else { continue }
            try change { writer throws(IndexError) in
                for (hash, asset) in found {
                    try writer.setContentHash(hash, of: asset.id, asOf: asset.stamp)
                }
            }
        }
    }

    private func hash(of asset: IndexedAsset) throws(IndexError) -> Fingerprint? {
        guard let root = roots.root(withKey: asset.root), root.manner == .directly,
            let folder = try index.read({ reader throws(IndexError) in
                try reader.path(ofDirectory: asset.directory)
            })
        else { return nil }
        var since = MonotonicClock.now()
        // A file that cannot be read is told of elsewhere.
        let hash = try? ContentReading.hash(at: folder.appending(asset.name), asset.stamp) {
            let now = MonotonicClock.now()
            defer { since = MonotonicClock.now() }
            return rest(now - since)
        }
        return hash ?? nil
    }

    // MARK: Resting

    private var isStopped: Bool { monitor.withLock { $0.isStopped } }

    /// Returns `false` where it is to stop.
    private func restWhileBusy() -> Bool {
        while !watcher.isIdle {
            guard rest(Self.patience) else { return false }
        }
        return !isStopped
    }

    private func rest(_ nanoseconds: UInt64) -> Bool {
        let end = MonotonicClock.now() + nanoseconds
        let isStopped: Bool? = monitor.wait(untilDeadline: { state in
            state.isStopped ? .done(true) : .sleep(until: end)
        })
        return isStopped == nil
    }
}
