import GalleryAddress
import Glibc
import PhotoModel
import Synchronization
import Threads

/// Whether this gallery is the one that its state folder tells of.
///
/// One that systemd has started for a browser may find another there that was started by hand. Would it end, systemd would start
/// it again for the same browser, a few times, and then give up its socket. So it answers beside that one, which harms neither: they
/// share a token, and what else is in the folder has names of its own. When the other ends it is this one that is told of.
final class StateLock: Sendable {
    private let file: FilePath
    /// Says that another gallery had the lock when this one began.
    let predecessor: GalleryLock.Failure?
    private let isTaken: Mutex<Bool>

    /// Takes it until this process ends.
    ///
    /// - Parameter mayWait: whether another gallery may have it.
    init(_ file: FilePath, mayWait: Bool) throws(GalleryLock.Failure) {
        self.file = file
        var predecessor: GalleryLock.Failure?
        do throws(GalleryLock.Failure) { try GalleryLock.take(file) } catch {
            guard case .held = error, mayWait else { throw error }
            predecessor = error
        }
        self.predecessor = predecessor
        isTaken = Mutex(predecessor == nil)
    }

    var isHeld: Bool { isTaken.withLock { $0 } }

    /// Takes it in turn, and then calls `taken`, with the reason where that cannot be. A thread waits meanwhile, which is another's
    /// rest: it does nothing.
    func take(_ taken: @escaping @Sendable (GalleryLock.Failure?) -> Void) {
        let thread = NamedThread("lock") { [self] in
            do throws(GalleryLock.Failure) {
                try GalleryLock.takeInTurn(file)
                isTaken.withLock { $0 = true }
                taken(nil)
            } catch { taken(error) }
        }
        guard let thread else { return taken(.system(file, EAGAIN)) }
        thread.leave()
    }
}
