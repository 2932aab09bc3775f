import BatchService
import Batches
import EditRules
import Editing
import ExtractionWire
import Files
import Importing
import LibraryIndex
import LineProtocol
import LineServer
import PhotoModel
import Roots
import WatchedLibrary

/// Has frames of a video become photos beside it, as one batch: with its date, its place, its description and its group.
struct FrameSaving {
    /// Photos that one request makes at most.
    static let limit = 1000

    struct Picture: Sendable {
        let frame: TakenFrame
        /// That it took.
        let nanoseconds: UInt64
        /// In the stage.
        let name: FileName
    }

    struct Order: Sendable {
        let video: AssetID
        let isJPEG: Bool
        let pictures: [Picture]
        let stage: FrameStage
    }

    /// The video as the index has it.
    private struct Video {
        let root: LibraryRoot
        let place: FolderPlace
        let name: FileName
        let facts: FrameFacts
        /// That somebody has said.
        let group: AssetMarks.GroupOverride?

        /// Whether photod may have to say something of its frames that their files do not.
        var saysMore: Bool { group != nil || facts.isDateSaid }
    }

    /// A frame that was saved, as the index has it.
    private struct Photo {
        let id: AssetID
        /// That its file does not say.
        let date: CaptureDate?
    }

    private enum Outcome {
        case saved(FilePath)
        case failed(FrameFailure)
    }

    let order: Order
    let library: PhotoLibrary
    let importer: Importer
    let obstacles: ImportObstacles
    let writer: EditWriter
    /// By a client that goes, too.
    let cancellation: Cancellation
    /// By the end of the daemon, or where a place hangs.
    let ending: Cancellation
    let places: BatchPlaces
    let exchange: Exchange

    /// - Returns: whether its batch has an end, if there is one.
    func run() -> Bool {
        do { return try perform() } catch let error as ImportError {
            refuse(FrameFailure(code: error.code, message: "\(error)"))
        } catch {
            exchange.finish(refusing: ProtocolError(error, of: "frame"))
        }
        return false
    }

    private func perform() throws -> Bool {
        let video = try library.index.read { reader throws(IndexError) in try find(reader) }
        guard let video, video.root.state != .offline else {
            refuse(video == nil ? FrameFailure.unknown(order.video.description) : .offline)
            return true
        }
        places.are([video.place.base, order.stage.place.base])
        if let obstacle = obstacles.at(video.place, name(of: order.pictures.first, video)) {
            throw obstacle
        }
        let describing = FrameDescribing(
            order: order,
            facts: video.facts,
            video: video.place.path.appending(video.name),
            writer: writer,
            cancellation: cancellation
        )
        var outcomes = describing.run().mapValues { Outcome.failed($0) }
        guard !cancellation.isCancelled else {
            abandon()
            return true
        }
        let result = try save(video, &outcomes)
        // Whoever is told of them finds them, unless the index cannot be told. Their group and date are put down once they
        // are found, whether somebody waits for that or not.
        _ = LibraryWait.whileWritable(library, video.saysMore ? ending : cancellation)
        tell(outcomes, result.batch, video)
        return result.hasEnd
    }

    private func find(_ reader: IndexReader) throws(IndexError) -> Video? {
        guard let asset = try reader.asset(order.video),
            let root = library.allRoots.first(where: { $0.key == asset.root }),
            let folder = try reader.path(ofDirectory: asset.directory),
            let record = try reader.shownRecord(ofAsset: asset.key)
        else { return nil }
        let beneath = folder.bytes.dropFirst(root.library.path.bytes.count)
            .split(separator: UInt8(ascii: "/")).map { FileName(Array($0)) }
        return Video(
            root: root,
            place: FolderPlace(base: root.library.path, beneath: beneath),
            name: asset.name,
            facts: FrameFacts(record),
            group: asset.marks.groupOverride
        )
    }

    private func name(of picture: Picture?, _ video: Video) -> FileName {
        FrameName.of(video.name, at: picture?.frame.time ?? 0, isJPEG: order.isJPEG)
    }

    // MARK: The batch

    private func save(_ video: Video, _ outcomes: inout [Int: Outcome]) throws -> BatchResult {
        let positions = order.pictures.indices.filter { outcomes[$0] == nil }
        let files = try positions.map { position in
            try ImportFile(lookingAt: order.stage.place.path.appending(order.pictures[position].name))
        }
        let names = try Importer.freeNames(
            positions.map { name(of: order.pictures[$0], video) },
            in: video.place
        )
        var moves: [Int: ShotMove] = [:]
        for (index, (file, name)) in zip(files, names).enumerated() {
            moves[index] = ShotMove(
                from: [order.stage.place.path.appending(file.name)],
                to: [video.place.path.appending(name)],
                leaves: true
            )
        }
        let moving = MovingShots(moves, in: library)
        defer { moving.endAll() }
        let result = try importer.keepFrames(
            files,
            from: order.stage.place,
            as: names,
            in: video.place,
            cancellation: cancellation,
            began: { batch in
                places.batch = batch
                order.stage.noteBatch()
                moving.begin(.brings(batch.description))
                tell(batch)
            }
        ) { outcome in
            moving.end(outcome)
            outcomes[positions[outcome.index]] =
                switch outcome.result {
                case .placed(let files), .partly(let files, _), .removed(let files), .trashed(let files, _):
                    .saved(files.first?.to ?? video.place.path.appending(names[outcome.index]))
                case .refused(let error):
                    .failed(
                        FrameFailure(
                            saving: error,
                            as: video.place.path.appending(names[outcome.index]),
                            cause: cancellation.cause
                        )
                    )
                case .unchanged: .failed(FrameFailure(code: .exists, message: "it is there already"))
                }
        }
        if result.hasEnd { order.stage.noteBatchEnd() }
        return result
    }

    // MARK: The reply

    /// At once: a client that is cut off knows then what to undo.
    private func tell(_ batch: BatchName) {
        var json = JSONWriter(capacity: 64)
        json.beginObject()
        json.member("batch", batch.description)
        json.endObject()
        json.endLine()
        // The first piece of a reply needs no room outside the channel: it is lost only where the client has gone, and that undoes
        // nothing.
        json.withUnsafeBytes { try? exchange.write($0) }
    }

    private func tell(
        _ outcomes: [Int: Outcome],
        _ batch: BatchName?,
        _ video: Video
    ) {
        let photos = photos(outcomes, of: video)
        let unsaid = say(video, of: outcomes, photos)
        var json = JSONWriter(capacity: 4096)
        var saved = 0
        for (position, picture) in order.pictures.enumerated() {
            json.beginObject()
            json.frame(picture.frame, of: order.video, nanoseconds: picture.nanoseconds)
            switch outcomes[position] {
            case .saved(let path)?:
                if let failure = unsaid[position] {
                    json.failed(failure)
                } else {
                    saved += 1
                    json.member("result", "ok")
                }
                if let photo = photos[position] { json.member("photo", photo.id.description) }
                if let text = path.text { json.member("path", text) }
                json.key("uri")
                json.uri(path)
            case .failed(let failure)?: json.failed(failure)
            case nil: json.member("result", "error")
            }
            json.endObject()
            json.endLine()
        }
        BatchSums(batch: batch?.description, ok: saved, errors: order.pictures.count - saved).write(to: &json)
        exchange.finishWithOK(after: json.bytes)
    }

    /// The photos that became of frames, by their positions, as far as they are found: where the index cannot be read, the frames are
    /// saved all the same.
    private func photos(_ outcomes: [Int: Outcome], of video: Video) -> [Int: Photo] {
        do throws(IndexError) {
            return try library.index.read { reader throws(IndexError) in
                var photos: [Int: Photo] = [:]
                for case (let position, .saved(let path)) in outcomes {
                    guard let asset = try AssetPath(path, library)?.find(reader) else { continue }
                    let date = try reader.record(ofAsset: asset.key)?.date
                    let time = order.pictures[position].frame.time
                    photos[position] = Photo(
                        id: asset.id,
                        date: video.facts.unreadDate(at: time, beside: date)
                    )
                }
                return photos
            }
        } catch {
            library.progress.note(problem: error)
            return [:]
        }
    }

    /// What somebody has said of the video holds for what is in it. Where no file says it the photos have it from photod.
    ///
    /// - Returns: why some do not have it, by their positions.
    private func say(
        _ video: Video,
        of outcomes: [Int: Outcome],
        _ photos: [Int: Photo]
    ) -> [Int: FrameFailure] {
        guard video.saysMore else { return [:] }
        let group = video.group.map { group -> GroupMark in
            switch group {
            case .group(let name): .named(name)
            case .other: .other
            }
        }
        var failures: [Int: FrameFailure] = [:]
        for case (let position, .saved) in outcomes where photos[position] == nil {
            failures[position] = FrameFailure(
                unfoundAt: order.pictures[position].frame.time,
                of: video.facts,
                hasGroup: group != nil,
                cause: ending.cause
            )
        }
        var positions: [Int] = []
        var records: [EditRecord] = []
        for (position, photo) in photos.sorted(by: { $0.key < $1.key })
        where group != nil || photo.date != nil {
            let change = EditChange(
                was: EditedValues(group: group.map { _ in .unset }, date: photo.date.map { _ in .unset }),
                now: EditedValues(group: group, date: photo.date.map { .value($0) })
            )
            positions.append(position)
            records.append(EditRecord(number: positions.count, id: photo.id, change: change))
        }
        guard !records.isEmpty else { return failures }
        do throws(BatchError) {
            for (position, outcome) in zip(positions, try EditApplication(library: library).apply(records)) {
                failures[position] = FrameFailure(saying: outcome)
            }
        } catch {
            for position in positions { failures[position] = FrameFailure(unsaid: error) }
        }
        return failures
    }

    private func refuse(_ failure: FrameFailure) {
        exchange.finish(
            refusing: ProtocolError(code: failure.code, command: "frame", message: failure.message)
        )
    }

    /// The command was cancelled before anything was done.
    private func abandon() {
        guard case .hanging(let path)? = ending.cause else { return exchange.abandon() }
        refuse(
            FrameFailure(
                code: .timeout,
                message: "\(path.display) did not answer, and no frame was saved: try again when it does"
            )
        )
    }
}

extension JSONWriter {
    fileprivate mutating func failed(_ failure: FrameFailure) {
        member("result", "error")
        member("name", failure.code.name)
        member("message", failure.message)
    }
}
