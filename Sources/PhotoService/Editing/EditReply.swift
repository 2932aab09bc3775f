import Batches
import EditRules
import LineProtocol
import LineServer
import PhotoModel

/// The lines of a reply to `edit`, or to `undo` of one: the batch's name, then one a photo, and one with the sums.
struct EditReply: ~Copyable {
    private let exchange: Exchange
    private var json = JSONWriter(capacity: 8 << 10)
    private var (ok, unchanged, errors) = (0, 0, 0)

    init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    /// At once: a client that is cut off knows then what to undo.
    mutating func open(_ batch: BatchName) {
        json.beginObject()
        json.member("batch", batch.description)
        json.endObject()
        json.endLine()
        // What a client does not take is not done less for it.
        json.withUnsafeBytes { try? exchange.write($0) }
        json.removeAll()
    }

    mutating func addDone(_ id: AssetID) {
        ok += 1
        begin(id, "ok")
        json.key("layers")
        json.beginArray()
        json.string("index")
        json.endArray()
        end()
    }

    mutating func addUnchanged(_ id: AssetID) {
        unchanged += 1
        begin(id, "unchanged")
        end()
    }

    /// - Parameter was: as people see it.
    mutating func addPlanned(_ id: AssetID, was: EditedValues, now: EditedValues) {
        begin(id, "planned")
        json.values("was", was)
        json.values("now", now)
        end()
    }

    /// - Parameter outcome: no good one.
    mutating func addFailed(_ id: AssetID, _ outcome: EditApplication.Outcome) {
        switch outcome {
        case .done, .gone: addFailed(id.description, .noSuch, "the photo is not in the library any more")
        case .overtaken:
            addFailed(
                id.description,
                .busy,
                "somebody else has edited it since: look at it, and edit it again"
            )
        case .failed(let error): addFailed(id.description, .system, "\(error)")
        }
    }

    mutating func addRepeated(_ id: AssetID) {
        addFailed(id.description, .argument, "the list names it twice: say all of it on one line")
    }

    mutating func addUndatable(_ id: AssetID, _ problem: DateOrder.Problem) {
        addFailed(id.description, problem.code, problem.message)
    }

    mutating func addUnknown(_ word: String) {
        addFailed(ProtocolError.excerpt(word), .noSuch, "no such photo: “photos” lists ids")
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
    consuming func finish(_ batch: BatchName?) {
        json.beginObject()
        json.key("batch")
        if let batch { json.string(batch.description) } else { json.null() }
        json.member("ok", ok)
        json.member("unchanged", unchanged)
        json.member("pending", 0)
        json.member("errors", errors)
        json.endObject()
        json.endLine()
        exchange.finishWithOK(after: json.bytes)
    }

    consuming func finish(refusing error: ProtocolError) {
        exchange.finish(refusing: error, after: json.bytes)
    }

    consuming func abandon() { exchange.abandon() }

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
