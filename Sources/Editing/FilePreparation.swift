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
    /// What a TIFF counts as, whose file is open meanwhile.
    private static let bytesOfTIFF = 512 << 10

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
        var looks: [Result<[Subject], WritingFailure>] = []
        var sidecarOrders: [WritingWorkers<EditSidecar>.Order] = []
        var photoOrders: [WritingWorkers<EditImage>.Order] = []
        var length = 0
        for order in orders.prefix(Self.portion) where length <= Self.portionBytes {
            let look = subjects(of: order, &folders)
            looks.append(look)
            for subject in (try? look.get()) ?? [] {
                let head = subject.place.found?.content.head
                length += subject.tiff == nil ? head?.count ?? 0 : Self.bytesOfTIFF
                if subject.place.isPhoto {
                    let values = order.image?.values ?? order.values
                    let tiff = subject.tiff.map { WritingWorkers<EditImage>.Old.tiff($0) }
                    photoOrders.append(.init(values: values, old: tiff ?? head.map { .bytes($0) }))
                } else {
                    sidecarOrders.append(.init(values: order.values, old: head.map { .bytes($0) }))
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
            case .success(let subjects): return Self.prepared(order, subjects, &written)
            }
        }
    }

    /// A file that is to be written, and itself where it is a TIFF.
    private struct Subject {
        let place: FilePlace
        var tiff: OpenTIFF?
    }

    private func subjects(
        of order: WritingOrder,
        _ folders: inout EditWriter.Folders
    ) -> Result<[Subject], WritingFailure> {
        Result { () throws(WritingFailure) in
            let folder = try Self.open(order.folder, gate: gate, &folders).get()
            let photo = try WritingFailure.calling { () throws(CallFailure) in
                try folder.status(of: order.photo)
            }
            guard let photo else { throw .gone }
            // Of a link nobody has read what it is itself.
            if photo.isRegularFile { try Self.check(photo.stamp, of: order, in: folder) }
            try Self.checkWritability(of: folder)
            var subjects: [Subject] = []
            if let image = order.image {
                let kind = FilePlace.Kind.photo(
                    breaksLinks: image.breaksLinks,
                    isDatedByTime: image.isDatedByTime
                )
                let place = try FilePlace(order.photo, in: folder, kind)
                guard let found = place.found else { throw .gone }
                // Another file may have got the name since.
                try Self.check(found.stamp, of: order, in: folder)
                try place.checkReplaceability()
                subjects.append(Subject(place: place, tiff: try place.openTIFF()))
            }
            let beside = FilePlace.Photo(name: order.photo, stamp: order.image == nil ? photo.stamp : nil)
            for name in order.names {
                if order.namesIfThere.contains(name), try !Self.isThere(name, in: folder) { continue }
                let place = try FilePlace(name, in: folder, .sidecar(of: beside))
                try place.checkReplaceability()
                subjects.append(Subject(place: place))
            }
            return subjects
        }
    }

    /// A name that its file system cannot have is no file's either: that of a photo may leave no room for more.
    private static func isThere(_ name: FileName, in folder: Folder) throws(WritingFailure) -> Bool {
        do throws(CallFailure) { return try folder.status(of: name) != nil } catch {
            guard [ENAMETOOLONG, EILSEQ, EINVAL].contains(error.code) else { throw .system(error) }
            return false
        }
    }

    /// Throws where the photo's name is another file's.
    private static func check(
        _ stamp: FileStamp,
        of order: WritingOrder,
        in folder: Folder
    ) throws(WritingFailure) {
        guard order.isPhoto(stamp) else { throw .changed(folder.file(order.photo)) }
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
        if folder.status.isImmutable { throw .immutable(folder.path) }
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
        _ subjects: [Subject],
        _ written: inout Written
    ) -> PreparedOrder {
        var files: [PreparedFile] = []
        var failure: WritingFailure?
        for subject in subjects {
            let place = subject.place
            do throws(WritingFailure) {
                let bytes =
                    place.isPhoto
                    ? try content(written.photos.popFirst(), of: place) { .refusedPhoto(place.path, $0) }
                    : try content(written.sidecars.popFirst(), of: place) { .refused(place.path, $0) }
                guard let bytes else { continue }
                let new = try content(bytes, for: place)
                try check(new, for: subject, order)
                files.append(PreparedFile(edit: order.edit, place: place, new: new))
            } catch { failure = failure ?? error }
        }
        if failure == nil, let folder = files.first?.place.folder {
            do throws(WritingFailure) { try checkSources(of: order, in: folder) } catch { failure = error }
        }
        return failure.map { .failed($0) } ?? .ready(files)
    }

    /// Throws where the values of an order follow from what a file says no longer. It is asked behind the reading of what is
    /// written: so that is what they follow from as well.
    private static func checkSources(of order: WritingOrder, in folder: Folder) throws(WritingFailure) {
        for (name, known) in order.sources {
            let status = try WritingFailure.calling { () throws(CallFailure) in
                try folder.status(of: name)
            }
            let isSame =
                switch (known, status) {
                case (nil, nil): true
                case (let known?, let status?):
                    // Of a link nobody has read what it is itself.
                    !status.isRegularFile || known.isSettled && known.isSameContent(as: status.stamp)
                case (nil, _?), (_?, nil): false
                }
            guard isSame else { throw .changed(folder.file(name)) }
        }
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

    /// What a file shall hold, as a worker has written it: of a TIFF its head, and behind that what is added.
    private static func content(
        _ bytes: [UInt8],
        for place: FilePlace
    ) throws(WritingFailure) -> FileContent {
        guard let found = place.found else { return FileContent(head: bytes) }
        guard found.content.isTIFF else { return found.content.with(head: bytes) }
        guard bytes.count >= TIFFHead.length else { throw .otherPicture(place.path) }
        return found.content.with(
            head: Array(bytes[..<TIFFHead.length]),
            tail: Array(bytes[TIFFHead.length...])
        )
    }

    /// Whoever wrote a photo has read hostile bytes: that it has left alone what says how the picture is to be read is seen here.
    /// What a picture is made of it never had, or could not write to.
    private static func check(
        _ new: FileContent,
        for subject: Subject,
        _ order: WritingOrder
    ) throws(WritingFailure) {
        let place = subject.place
        guard place.isPhoto, let container = order.image?.container, let found = place.found else { return }
        let isSame: Bool
        if let tiff = subject.tiff {
            let isWhole = ImageSubstance.isWhole(tiff.bytes)
            isSame =
                isWhole && container == .tiff
                && ImageSubstance.isSame(tiff.bytes, withHead: new.head, andBehindIt: new.tail)
            if let failure = tiff.failure { throw .system(failure) }
            guard isWhole else { throw .refusedPhoto(place.path, .damaged) }
        } else {
            isSame = found.content.head.withUnsafeBytes { old in
                new.head.withUnsafeBytes { ImageSubstance.isSame(old, $0, in: container) }
            }
        }
        guard isSame else { throw .otherPicture(place.path) }
    }
}
