import ChangeFollowers
import PhotoModel
import Thumbnails

extension PhotoLibrary {
    /// A thumbnail was made of an asset: it follows its original from now on.
    public func note(_ name: ThumbnailName, of id: AssetID) {
        guard let keeper = run.thumbnails else { return }
        keeper.note(name, of: id)
        run.startThumbnailKeeper()
    }
}

extension LibraryRun {
    /// Begins to follow the change log, from the end of the first sweep on, where there is any thumbnail to follow it.
    func startThumbnailKeeper() {
        guard let keeper = thumbnails, readiness.withLock({ $0.isReady }) else { return }
        startThread("thumbnails", where: keeper.isNeeded, orElse: "thumbnails do not follow their originals")
        {
            keeper.run()
        }
    }
}
