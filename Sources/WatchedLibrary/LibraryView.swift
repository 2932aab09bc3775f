import ChangeFollowers
import PhotoModel

/// The group view: folders of links, by description.
extension LibraryRun {
    /// As `PhotoLibrary.setView`.
    func setView(_ path: FilePath?) {
        view.setView(path)
        if readiness.withLock({ $0.isReady }) { startViewKeeper() }
    }

    func startViewKeeper() {
        startThread("view", where: view.isNeeded, orElse: "there is no group view") { [view] in view.run() }
    }
}
