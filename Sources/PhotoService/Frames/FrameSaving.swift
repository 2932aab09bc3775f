import Batches
import EditRules
import Editing
import ExtractionWire
import Files
import ImageContainers
import Importing
import LibraryIndex
import LineProtocol
import LineServer
import PhotoModel
import Reconciling
import SidecarText

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
    }

    private enum Outcome {
        case saved(FilePath)
        case failed(ReplyCode, String)
    }

    let order: Order
    let library: PhotoLibrary
    let importer: Importer
    let obstacles: ImportObstacles
    let writer: EditWriter
    let cancellation: Cancellation
    let places: BatchPlaces
    let exchange: Exchange

    func run() {
        do {
            let video = try library.index.read { reader throws(IndexError) in try find(reader) }
            guard let video else { return refuse(FrameFailure.unknown(order.video.description)) }
            guard video.root.state != .offline else { return refuse(.offline) }
            places.are([video.place.base, order.stage.place.base])
            if let obstacle = obstacles.at(video.place, name(of: order.pictures.first, video)) {
                throw obstacle
            }
            var outcomes = describe(video.facts)
            guard !cancellation.isCancelled else { return abandon() }
            let batch = try save(video, &outcomes)
            // Whoever is told of them finds them, whether somebody waits for that or not.
            _ = LibraryWait.untilExact(library, video.group == nil ? cancellation : Cancellation())
            try tell(outcomes, batch, video.group)
        } catch let error as ImportError {
            refuse(FrameFailure(code: error.code, message: "\(error)"))
        } catch {
            exchange.finish(refusing: ProtocolError(error, of: "frame"))
        }
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

    // MARK: What frames say

    /// Has the pictures say what is known of them.
    ///
    /// - Returns: what came of those that are no photos, by their positions.
    private func describe(_ facts: FrameFacts) -> [Int: Outcome] {
        var outcomes: [Int: Outcome] = [:]
        var prepared: [PreparedFile] = []
        var orders = writingOrders(facts)[...]
        while !orders.isEmpty {
            let looks = writer.prepare(orders)
            for (order, look) in zip(orders, looks) {
                switch look {
                case .ready(let files): prepared += files
                case .failed(let failure): outcomes[order.edit] = Self.outcome(failure)
                }
            }
            orders = orders.dropFirst(max(1, looks.count))
        }
        for (position, failure) in writer.put(prepared) { outcomes[position] = Self.outcome(failure) }
        for (position, picture) in order.pictures.enumerated() where outcomes[position] == nil {
            guard let time = facts.modificationTime(at: picture.frame.time) else { continue }
            do throws(CallFailure) {
                try order.stage.setModificationTime(time, of: picture.name)
            } catch { outcomes[position] = Self.outcome(.system(error)) }
        }
        return outcomes
    }

    private func writingOrders(_ facts: FrameFacts) -> [WritingOrder] {
        order.pictures.enumerated().compactMap { position, picture in
            let values = facts.values(at: picture.frame.time)
            guard values != SidecarValues() else { return nil }
            return WritingOrder(
                edit: position,
                folder: order.stage.place.path,
                photo: picture.name,
                names: [],
                values: values,
                image: WritingOrder.Image(
                    container: order.isJPEG ? .jpeg : .png,
                    values: values,
                    breaksLinks: false,
                    isDatedByTime: false
                )
            )
        }
    }

    private static func outcome(_ failure: WritingFailure) -> Outcome {
        .failed(
            failure.mayPass ? .busy : .system,
            "what is known of the video cannot be written into the frame: \(failure)"
        )
    }

    // MARK: The batch

    private func save(_ video: Video, _ outcomes: inout [Int: Outcome]) throws -> BatchName? {
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
                moving.begin(.brings(batch.description))
                tell(batch)
            }
        ) { outcome in
            moving.end(outcome)
            outcomes[positions[outcome.index]] =
                switch outcome.result {
                case .placed(let files), .partly(let files, _), .removed(let files), .trashed(let files, _):
                    .saved(files.first?.to ?? video.place.path.appending(names[outcome.index]))
                case .refused(let error): .failed(error.code, "\(error)")
                case .unchanged: .failed(.exists, "it is there already")
                }
        }
        return result.batch
    }

    // MARK: The reply

    /// At once: a client that is cut off knows then what to undo.
    private func tell(_ batch: BatchName) {
        var json = JSONWriter(capacity: 64)
        json.beginObject()
        json.member("batch", batch.description)
        json.endObject()
        json.endLine()
        // Whoever has gone has nothing undone by that.
        json.withUnsafeBytes { try? exchange.write($0) }
    }

    private func tell(
        _ outcomes: [Int: Outcome],
        _ batch: BatchName?,
        _ group: AssetMarks.GroupOverride?
    ) throws(IndexError) {
        let photos = try library.index.read { reader throws(IndexError) in
            var photos: [Int: AssetID] = [:]
            for case (let position, .saved(let path)) in outcomes {
                photos[position] = try AssetPath(path, library)?.find(reader)?.id
            }
            return photos
        }
        if let group { put(Array(photos.values), in: group) }
        var json = JSONWriter(capacity: 4096)
        var saved = 0
        for (position, picture) in order.pictures.enumerated() {
            json.beginObject()
            json.frame(picture.frame, of: order.video, nanoseconds: picture.nanoseconds)
            switch outcomes[position] {
            case .saved(let path)?:
                saved += 1
                json.member("result", "ok")
                if let photo = photos[position] { json.member("photo", photo.description) }
                if let text = path.text { json.member("path", text) }
                json.key("uri")
                json.uri(path)
            case .failed(let code, let message)?:
                json.member("result", "error")
                json.member("name", code.name)
                json.member("message", message)
            case nil: json.member("result", "error")
            }
            json.endObject()
            json.endLine()
        }
        json.beginObject()
        json.key("batch")
        if let batch { json.string(batch.description) } else { json.null() }
        json.member("ok", saved)
        json.member("unchanged", 0)
        json.member("errors", order.pictures.count - saved)
        json.endObject()
        json.endLine()
        exchange.finishWithOK(after: json.bytes)
    }

    /// What somebody has said of the video holds for what is in it. No file says it, so the photos have it from photod.
    private func put(_ photos: [AssetID], in group: AssetMarks.GroupOverride) {
        let mark: GroupMark =
            switch group {
            case .group(let name): .named(name)
            case .other: .other
            }
        let change = EditChange(was: EditedValues(group: .unset), now: EditedValues(group: mark))
        let records = photos.enumerated().map { EditRecord(number: $0 + 1, id: $1, change: change) }
        // One that somebody has put into another group meanwhile stays there.
        _ = EditApplication(library: library).apply(records)
    }

    private func refuse(_ failure: FrameFailure) {
        exchange.finish(
            refusing: ProtocolError(code: failure.code, command: "frame", message: failure.message)
        )
    }

    /// It was cancelled before anything was done.
    private func abandon() {
        guard case .hanging(let path)? = cancellation.cause else { return exchange.abandon() }
        refuse(
            FrameFailure(
                code: .timeout,
                message: "\(path.display) did not answer, and no frame was saved: try again when it does"
            )
        )
    }
}
