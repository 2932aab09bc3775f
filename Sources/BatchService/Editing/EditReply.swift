import Batches
import EditRules
import Importing
import LineProtocol
import PhotoModel

/// The lines of a reply to `edit`, or to `undo` of one: the batch's name, then one a photo, and one with the sums.
struct EditReply: ~Copyable {
    private let road: any ReplyRoad
    private var json = JSONWriter(capacity: 8 << 10)
    private var (ok, unchanged, waiting, errors) = (0, 0, 0, 0)
    /// The batch whose journal says what is to be done: it is brought to its end, whatever comes of this.
    var begun: BatchName?

    init(_ road: any ReplyRoad) {
        self.road = road
    }

    /// At once: a client that is cut off knows then what to undo.
    mutating func open(_ batch: BatchName) {
        begun = batch
        json.beginObject()
        json.member("batch", batch.description)
        json.endObject()
        json.endLine()
        // What a client does not take is not done less for it.
        json.withUnsafeBytes { try? road.write($0) }
        json.removeAll()
    }

    /// - Parameter record: what was to be done.
    mutating func add(_ record: EditRecord, _ outcome: EditOutcome) {
        if let (code, message) = outcome.failure {
            return addFailed(record.id.description, code, message)
        }
        switch outcome {
        case .unchanged: addUnchanged(record.id)
        case .waiting(let obstacle):
            waiting += 1
            begin(record.id, "pending")
            json.member("message", obstacle.whileWaiting)
            end()
        case .done(let layers, let photo):
            ok += 1
            begin(record.id, "ok")
            self.layers(of: record, layers)
            if let photo {
                json.member(
                    "message",
                    "\(photo.display) is not there any more, so only the rest was put back"
                )
            }
            end()
        // As their failure is.
        case .failed, .overtaken: break
        }
    }

    /// Where it is written.
    private mutating func layers(of record: EditRecord, _ files: [EditLayer]) {
        json.key("layers")
        json.beginArray()
        if files.isEmpty || !record.change.now.besideSidecars.isEmpty {
            json.string(EditLayer.index.rawValue)
        }
        for layer in files { json.string(layer.rawValue) }
        json.endArray()
    }

    mutating func addUnchanged(_ id: AssetID) {
        unchanged += 1
        begin(id, "unchanged")
        end()
    }

    /// - Parameters:
    ///   - was: as people see it.
    ///   - outcome: what is known of it before it is done.
    mutating func addPlanned(_ record: EditRecord, was: EditedValues, _ outcome: EditOutcome?) {
        if case .unchanged? = outcome { return addUnchanged(record.id) }
        if let (code, message) = outcome?.failure {
            return addFailed(record.id.description, code, message)
        }
        begin(record.id, "planned")
        json.values("was", was)
        json.values("now", record.change.now)
        if let reason = outcome?.waiting { json.member("message", reason) }
        end()
    }

    mutating func addRepeated(_ id: AssetID) {
        addFailed(id.description, .argument, "the list names it twice: say all of it on one line")
    }

    mutating func addUndatable(_ id: AssetID, _ problem: DateOrder.Problem) {
        addFailed(id.description, problem.code, problem.message)
    }

    mutating func addCrowded(_ id: AssetID) {
        addFailed(
            id.description,
            .unsupported,
            "it has more keywords than are read for sure, and the others would be lost: write all that it shall have, "
                + "without + and -"
        )
    }

    mutating func addUnknown(_ word: String) {
        addFailed(word, .noSuch, UnknownPhoto.message)
    }

    private mutating func addFailed(_ id: String, _ code: ReplyCode, _ message: String) {
        errors += 1
        json.beginObject()
        json.member("id", id)
        json.member("result", "error")
        json.member("name", code.name)
        json.member("message", message)
        end()
    }

    /// - Parameter batch: `nil` where nothing was done that could be undone.
    /// - Returns: how many wait for their sidecars.
    consuming func finish(_ batch: BatchName?) -> Int {
        BatchSums(
            batch: batch?.description,
            ok: ok,
            unchanged: unchanged,
            pending: waiting,
            errors: errors
        ).write(to: &json)
        road.finishWithOK(after: json.bytes)
        return waiting
    }

    /// - Returns: 0.
    consuming func finish(refusing error: ProtocolError) -> Int {
        road.finish(refusing: error, after: json.bytes, listIndex: 0)
        return 0
    }

    /// The daemon ends, or a place hung.
    ///
    /// - Returns: how many wait for an end: 0 where the next start brings them to it.
    consuming func abandon(_ cancellation: Cancellation, of command: String) -> Int {
        guard case .hanging(let path)? = cancellation.cause else {
            road.abandon()
            return cancellation.isGivenUp ? 1 : 0
        }
        let message =
            "\(path.display) did not answer: what had been begun, if anything, goes on when it does, and “batches” tells how it ended"
        let error = ProtocolError(code: .timeout, command: command, message: message)
        return finish(refusing: error) + 1
    }

    private mutating func begin(_ id: AssetID, _ result: String) {
        json.beginObject()
        json.member("id", id.description)
        json.member("result", result)
    }

    private mutating func end() {
        json.endObject()
        json.endLine()
    }
}
