import FolderWatch
import PhotoModel
import Roots

/// Read-your-writes, and looking again.
extension LibraryRun {
    /// Calls `completion` once everything that changed before this call is in the index. Where that is so already, it
    /// is called at once and on this thread.
    ///
    /// Returns a number for `cancelSync`.
    @discardableResult
    func sync(_ completion: @escaping @Sendable () -> Void) -> UInt64 {
        watcher.lookAtMounts()
        for root in roots.elsewhere() { watcher.mark(root, .tree) }
        links.askAgainWhatLedNowhere()
        let epoch = watcher.barrier()
        let waits: UInt64? = readiness.withLock { readiness in
            guard !readiness.isReady else { return nil }
            let number = readiness.next
            readiness.next += 1
            readiness.waiting[number] = { [weak self] in self?.handOn(number, epoch, completion) }
            return number
        }
        return waits ?? watcher.whenDrained(epoch, completion)
    }

    /// The first sweep is over: what waited for it waits for its own epoch now.
    private func handOn(_ number: UInt64, _ epoch: Epoch, _ completion: @escaping @Sendable () -> Void) {
        watcher.whenDrained(epoch, number: number, completion)
    }

    func cancelSync(_ number: UInt64) {
        readiness.withLock { $0.waiting[number] = nil }
        watcher.cancelWait(number)
    }

    /// Has everything below a path looked at again, unchanged files included; all roots without one.
    ///
    /// Returns whether the path lies in a root.
    func rescan(_ path: FilePath?) -> Bool {
        guard let path else {
            for root in roots.all { watcher.mark(root.node, .tree, force: true) }
            return true
        }
        if let node = watcher.node(at: path) {
            watcher.mark(node, .tree, force: true)
            return true
        }
        guard let slash = path.bytes.lastIndex(of: UInt8(ascii: "/")), slash > 0,
            let node = watcher.node(at: FilePath(Array(path.bytes[..<slash])))
        else { return false }
        watcher.mark(node, .listing, force: true)
        return true
    }
}
