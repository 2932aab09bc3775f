import Importing
import LineProtocol
import PhotoModel

/// The lines of a reply to `import` or `undo`: one a shot, as it is through, and one with the sums.
///
/// A client that is gone is told nothing more; what is under way then ends after the file it is at.
final class ImportReply {
    private static let pieceSize = 4 << 10

    private let exchange: Exchange
    private let cancellation: Cancellation
    private var json = JSONWriter(capacity: 8 << 10)
    private var number = 0
    /// How many shots there are; 0 until that is known.
    var total = 0

    init(_ exchange: Exchange, _ cancellation: Cancellation) {
        self.exchange = exchange
        self.cancellation = cancellation
    }

    /// What came of a shot.
    ///
    /// - Parameter from: where its primary file lay.
    func add(_ outcome: UnitOutcome.Result, from: FilePath) {
        begin(from)
        switch outcome {
        case .placed(let files), .removed(let files): arrived(files, from)
        case .trashed(_, let twin):
            json.member("result", "ok")
            json.member("trashed", true)
            path("duplicateOf", twin)
        case .unchanged(let twin):
            json.member("result", "unchanged")
            if let twin { path("duplicateOf", twin) }
        case .partly(_, let error), .refused(let error): failed(error)
        }
        end()
    }

    /// What came of a unit that was put back: where it lay is what it says itself.
    func add(_ outcome: UnitOutcome) {
        let files: [PlacedFile] =
            switch outcome.result {
            case .placed(let files), .removed(let files), .trashed(let files, _), .partly(let files, _): files
            case .unchanged, .refused: []
            }
        add(outcome.result, from: outcome.source ?? files.last?.from ?? FilePath("/"))
    }

    /// What would come of it.
    func add(_ item: ImportPlan.Item) {
        guard let primary = item.unit.files.first else { return }
        begin(item.unit.folder.path.appending(primary.name))
        switch item.decision {
        case .place(let place, let names):
            json.member("result", "planned")
            if let name = names.first { path("to", place.path.appending(name)) }
            if names.count > 1 { json.member("companions", names.count - 1) }
        case .inPlace: json.member("result", "unchanged")
        case .duplicate(let twin, let twins):
            json.member("result", twins == nil ? "unchanged" : "planned")
            if twins != nil { json.member("trashed", true) }
            path("duplicateOf", twin)
        case .refused(let error): failed(error)
        }
        end()
    }

    /// A file that could not even be looked at.
    func add(_ message: String, _ code: ReplyCode, from: FilePath) {
        begin(from)
        json.member("result", "error")
        json.member("name", code.name)
        json.member("message", message)
        end()
    }

    /// - Parameter batch: `nil` where nothing was done that could be undone.
    func finish(batch: String?, ok: Int, unchanged: Int, errors: Int) {
        json.beginObject()
        json.key("batch")
        if let batch { json.string(batch) } else { json.null() }
        json.member("ok", ok)
        json.member("unchanged", unchanged)
        json.member("errors", errors)
        json.endObject()
        json.endLine()
        exchange.finishWithOK(after: json.bytes)
    }

    func finish(refusing error: ProtocolError) {
        exchange.finish(refusing: error, after: json.bytes)
    }

    func abandon() { exchange.abandon() }

    // MARK: One line

    private func begin(_ from: FilePath) {
        number += 1
        json.beginObject()
        path("path", from)
        json.key("uri")
        json.string("file://" + PercentEncoding.encode(from.bytes))
    }

    private func arrived(_ files: [PlacedFile], _ from: FilePath) {
        json.member("result", "ok")
        let primary = files.first { $0.from == from } ?? files.first
        if let primary {
            path("to", primary.to)
            json.key("toUri")
            json.string("file://" + PercentEncoding.encode(primary.to.bytes))
        }
        if files.count > 1 { json.member("companions", files.count - 1) }
    }

    private func failed(_ error: ImportError) {
        json.member("result", "error")
        json.member("name", error.code.name)
        json.member("message", "\(error)")
    }

    /// A path that is text; any other has only its uri.
    private func path(_ key: StaticString, _ path: FilePath) {
        guard let text = path.text else { return }
        json.member(key, text)
    }

    private func end() {
        json.member("number", number)
        json.member("total", max(total, number))
        json.endObject()
        json.endLine()
        guard json.count >= Self.pieceSize else { return }
        do {
            if !cancellation.isCancelled { try json.withUnsafeBytes { try exchange.write($0) } }
        } catch {
            cancellation.cancel()
        }
        json.removeAll()
    }
}

extension ImportError {
    var code: ReplyCode {
        switch kind {
        case .permission: .permission
        case .noSuch: .noSuch
        case .system: .system
        case .busy: .busy
        case .unsupported: .unsupported
        case .exists: .exists
        }
    }
}
