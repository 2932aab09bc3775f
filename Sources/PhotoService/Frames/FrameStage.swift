import Batches
import Files
import Glibc
import PhotoModel
import Synchronization

/// Where frames wait that are to become photos: a folder in the state folder. It goes when nobody needs it any more; that of a batch
/// without an end stays for its recovery.
final class FrameStage: Sendable {
    let place: FolderPlace
    private let folder: Folder
    private let isOfOpenBatch = Atomic(false)

    /// - Parameter base: made where it is missing.
    init(in base: FilePath) throws(CallFailure) {
        _ = try Folder(making: base, mode: 0o700)
        let name = FileName("\(UInt64.random(in: .min ... .max))")
        folder = try Folder(making: base.appending(name), mode: 0o700)
        place = FolderPlace(base: base, beneath: [name])
    }

    deinit {
        if !isOfOpenBatch.load(ordering: .acquiring) { Self.clear(folder) }
    }

    /// A batch has begun with what is in it, and has no end yet.
    func noteBatch() { isOfOpenBatch.store(true, ordering: .releasing) }

    /// The batch has its end: what has become no photo is nobody's any more.
    func noteBatchEnd() { isOfOpenBatch.store(false, ordering: .releasing) }

    /// Writes a file that is there after a power cut as well. It is the user's alone until it is made readable.
    func write(_ bytes: [UInt8], as name: FileName) throws(CallFailure) {
        let file = try folder.create(name)
        try file.write(bytes)
        try file.synchroniseContent()
    }

    /// Whoever may read the video may read a frame of it, as far as may be.
    func makeReadable(_ name: FileName, like video: FileAccess) throws(CallFailure) {
        try folder.open(name).beReadable(like: video)
    }

    /// - Parameter time: nanoseconds since 1970.
    func setModificationTime(_ time: Int64, of name: FileName) throws(CallFailure) {
        try folder.open(name).setTimes(time)
    }

    /// Removes what earlier runs have left.
    static func clearAll(in base: FilePath) {
        // Where there is none, or it cannot be read, nothing lies in the way of anybody.
        guard let base = try? Folder(base), let names = try? base.names() else { return }
        for name in names {
            if let folder = try? base.folder(name) { clear(folder) }
        }
    }

    /// Removes what is in a stage, and the folder.
    private static func clear(_ folder: Folder) {
        for name in (try? folder.names()) ?? [] { _ = folder.remove(name) }
        _ = folder.path.withCString { rmdir($0) }
    }
}
