import FolderWatch
import PhotoModel
import Reconciling
import Roots

/// Read-your-writes, and looking again.
extension LibraryRun {
    /// As `PhotoLibrary.sync`, in this run.
    func sync(_ completion: @escaping @Sendable () -> Void) -> UInt64 {
        watcher.lookAtMounts()
        for root in roots.elsewhere() { watcher.mark(root, .tree) }
        links.askAgainWhatNobodyTells()
        let moved = ownChanges.unsettled
        let epoch = watcher.barrier()
        let (number, isReady) = readiness.withLock { readiness in
            let number = readiness.next
            readiness.next += 1
            if !readiness.isReady {
                // The first sweep is over then: it waits for its own epoch.
                readiness.waiting[number] = { [weak self] in self?.wait(number, epoch, moved, completion) }
            }
            return (number, readiness.isReady)
        }
        if isReady { wait(number, epoch, moved, completion) }
        return number
    }

    /// - Parameter moved: what batches had moved by then. What of that is not found where it went is looked for once more where it
    ///   was, and that is waited for as well.
    private func wait(
        _ number: UInt64,
        _ epoch: Epoch,
        _ moved: OwnChanges.Ending?,
        _ completion: @escaping @Sendable () -> Void
    ) {
        guard let moved else { return _ = watcher.whenDrained(epoch, number: number, completion) }
        _ = readiness.withLock { $0.goingOn.insert(number) }
        watcher.whenDrained(epoch, number: number) { [weak self] in
            guard let self else { return completion() }
            lookAgainAtMoved(moved)
            let epoch = watcher.barrier()
            // Who has cancelled it meanwhile hears nothing more.
            guard readiness.withLock({ $0.goingOn.remove(number) }) != nil else { return }
            watcher.whenDrained(epoch, number: number, completion)
        }
    }

    func cancelSync(_ number: UInt64) {
        readiness.withLock { readiness in
            readiness.waiting[number] = nil
            readiness.goingOn.remove(number)
        }
        watcher.cancelWait(number)
    }

    /// Has everything below a path looked at again, unchanged files included; all roots without one.
    ///
    /// Returns whether the path lies in a root.
    package func rescan(_ path: FilePath?) -> Bool {
        guard let path else {
            for root in roots.all { watcher.mark(root.node, .tree, force: true) }
            return true
        }
        if let node = watcher.node(at: path) {
            watcher.mark(node, .tree, force: true)
            return true
        }
        // A file, or something in a folder that is not listed: the nearest folder that is tells what has come of it.
        guard let nearest = watcher.chain(along: path).last else { return false }
        watcher.mark(nearest, .listing, force: true)
        return true
    }
}
