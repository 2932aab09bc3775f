import Extraction
import ExtractionWire
import Files
import Glibc
import ImageContainers
import PhotoModel
import SidecarText

/// Works out what files shall be: looks at them, and has workers write them anew in memory. Nothing on a disk is changed.
final class FilePreparation: Sendable {
    /// Orders that are prepared at once at most, and bytes of their heads: those of a thousand photos may be large.
    private static let (portion, portionBytes) = (256, 32 << 20)

    private let gate: ChangeGate
    private let sidecars: WritingWorkers<EditSidecar>
    private let photos: WritingWorkers<EditImage>

    init(gate: ChangeGate, pool: ExtractionPool) {
        self.gate = gate
        self.sidecars = WritingWorkers(pool, sizeLimit: SidecarText.sizeLimit)
        // What is said of a photo takes its room.
        self.photos = WritingWorkers(pool, sizeLimit: FilePlace.headLimit + SidecarText.sizeLimit)
    }

    /// - Returns: of as many of the first orders as are done at once, at least one.
    func prepare(_ orders: some Collection<WritingOrder>) -> [PreparedOrder] {
        var folders: EditWriter.Folders = [:]
        var looks: [Result<[FilePlace], WritingFailure>] = []
        var sidecarOrders: [WritingWorkers<EditSidecar>.Order] = []
        var photoOrders: [WritingWorkers<EditImage>.Order] = []
        var length = 0
        for order in orders.prefix(Self.portion) where length <= Self.portionBytes {
            let look = places(of: order, &folders)
            looks.append(look)
            for place in (try? look.get()) ?? [] {
                let old = place.found?.content.head
                length += old?.count ?? 0
                if place.isPhoto {
                    photoOrders.append(.init(values: order.image?.values ?? order.values, old: old))
                } else {
                    sidecarOrders.append(.init(values: order.values, old: old))
                }
            }
        }
        var written = Written(
            sidecars: sidecars.edit(sidecarOrders)[...],
            photos: photos.edit(photoOrders)[...]
        )
        return zip(orders, looks).map { order, look in
            switch look {
            case .failure(let failure): return .failed(failure)
            case .success(let places): return Self.prepared(order, places, &written)
            }
        }
    }

    private func places(
        of order: WritingOrder,
        _ folders: inout EditWriter.Folders
    ) -> Result<[FilePlace], WritingFailure> {
        Result { () throws(WritingFailure) in
            let folder = try Self.open(order.folder, gate: gate, &folders).get()
            let photo = try WritingFailure.calling { () throws(CallFailure) in
                try folder.status(of: order.photo)
            }
            guard photo != nil else { throw .gone }
            try Self.checkWritability(of: folder)
            var places: [FilePlace] = []
            if let image = order.image {
                let kind = FilePlace.Kind.photo(
                    breaksLinks: image.breaksLinks,
                    isDatedByTime: image.isDatedByTime
                )
                let place = try FilePlace(order.photo, in: folder, kind)
                guard place.found != nil else { throw .gone }
                places.append(place)
            }
            for name in order.names {
                places.append(try FilePlace(name, in: folder, .sidecar(of: order.photo)))
            }
            return places
        }
    }

    static func open(
        _ path: FilePath,
        gate: ChangeGate,
        _ folders: inout EditWriter.Folders
    ) -> Result<Folder, WritingFailure> {
        if let known = folders[path] { return known }
        let folder = Result<Folder, WritingFailure> { () throws(WritingFailure) in
            do throws(CallFailure) { return try Folder(path, gate: gate) } catch {
                throw error.code == ENOENT ? .gone : .system(error)
            }
        }
        folders[path] = folder
        return folder
    }

    static func checkWritability(of folder: Folder) throws(WritingFailure) {
        let code = folder.writability()
        if code != 0 { throw .system(CallFailure(.write, folder.path, code)) }
    }

    // MARK: - What workers have written

    /// In the order in which it was asked for.
    private struct Written {
        var sidecars: ArraySlice<WritingWorkers<EditSidecar>.Outcome>
        var photos: ArraySlice<WritingWorkers<EditImage>.Outcome>
    }

    private static func prepared(
        _ order: WritingOrder,
        _ places: [FilePlace],
        _ written: inout Written
    ) -> PreparedOrder {
        var files: [PreparedFile] = []
        var failure: WritingFailure?
        for place in places {
            do throws(WritingFailure) {
                let new =
                    place.isPhoto
                    ? try content(written.photos.popFirst(), of: place) { .refusedPhoto(place.path, $0) }
                    : try content(written.sidecars.popFirst(), of: place) { .refused(place.path, $0) }
                guard let new else { continue }
                try check(new, for: place, order)
                files.append(PreparedFile(edit: order.edit, place: place, new: new))
            } catch { failure = failure ?? error }
        }
        return failure.map { .failed($0) } ?? .ready(files)
    }

    /// What a worker has written; `nil`: it says it already.
    private static func content<Job: WritingJob>(
        _ outcome: WritingWorkers<Job>.Outcome?,
        of place: FilePlace,
        refused: (Job.Refusal) -> WritingFailure
    ) throws(WritingFailure) -> [UInt8]? {
        switch outcome {
        case .unchanged?: return nil
        case .edited(let bytes)?: return bytes
        case .refused(let refusal)?: throw refused(refusal)
        case .ended(.unavailable)?, .ended(.noWorker)?, .ended(.cancelled)?, nil: throw .noWorker
        case .ended(.crashed)?, .ended(.timedOut)?, .ended(.slow)?: throw .failed(place.path)
        }
    }

    /// Whoever wrote a photo has read hostile bytes: that it has left alone what says how the picture is to be read is seen here. It
    /// never had the picture.
    private static func check(
        _ new: [UInt8],
        for place: FilePlace,
        _ order: WritingOrder
    ) throws(WritingFailure) {
        guard place.isPhoto, let container = order.image?.container, let old = place.found?.content.head
        else {
            return
        }
        let isSame = old.withUnsafeBytes { old in
            new.withUnsafeBytes { ImageSubstance.isSame(old, $0, in: container) }
        }
        guard isSame else { throw .otherPicture(place.path) }
    }
}
