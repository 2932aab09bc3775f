import ChangeFollowers
import LibraryIndex
import PhotoModel
import Threads
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
        do {
            guard try keeper.isNeeded() else { return }
            try threads.withLock { running throws(LibraryError) in
                guard running.thumbnails == nil else { return }
                running.thumbnails = NamedThread("thumbnails") { keeper.run() }
                if running.thumbnails == nil { throw LibraryError.noThread }
            }
        } catch {
            // The next run tries it.
            guard !index.isDamaged else { return }
            logger.error("\(error); until the next start thumbnails do not follow their originals")
        }
    }
}
