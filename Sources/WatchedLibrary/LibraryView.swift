import ChangeFollowers
import PhotoModel
import Threads

/// The group view: folders of links, by description.
extension LibraryRun {
    /// Which folder is kept as a group view, from the end of the first sweep on; `nil`: none. The links of one that was
    /// wanted before are removed.
    func setView(_ path: FilePath?) {
        view.setView(path)
        if readiness.withLock({ $0.isReady }) { startViewKeeper() }
    }

    func startViewKeeper() {
        do {
            guard try view.isNeeded() else { return }
            try threads.withLock { running throws(LibraryError) in
                guard running.view == nil else { return }
                running.view = NamedThread("view") { [view] in view.run() }
                if running.view == nil { throw LibraryError.noThread }
            }
        } catch {
            // The next run tries it.
            guard !index.isDamaged else { return }
            logger.error("\(error); until the next start there is no group view")
        }
    }
}
