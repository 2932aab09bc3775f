import Batches
import Importing
import LineProtocol
import PhotoModel

/// The lines of a reply to `import`, `trash` or `undo`: the batch's name, then one a shot, as it is through, and one with the sums.
///
/// A client that is gone, or does not read, is told nothing more. What is under way then ends after the file it is at, or
/// goes on where that was asked for.
final class BatchReply {
    private static let pieceSize = 4 << 10

    private let command: String
    private let road: any ReplyRoad
    private let cancellation: Cancellation
    private let isDetached: Bool
    private var json = JSONWriter(capacity: 8 << 10)
    private var number = 0
    /// Lines are kept until it is known whether there is a batch, whose name comes first.
    private var isOpen = false
    private var batch: String?
    /// Why the client is told no more lines, and the code that this has.
    private var silence: (reason: String, code: ReplyCode)?
    /// How many shots there are; 0 until that is known.
    var total = 0
    /// Whether it ended with an error, and what was done with a batch that may have no end.
    private(set) var isRefused = false
    /// Whether some of what a batch was to do was not done.
    private(set) var hasErrors = false

    /// - Parameter isDetached: what is under way does not need its client.
    init(_ command: String, _ road: any ReplyRoad, _ cancellation: Cancellation, isDetached: Bool) {
        self.command = command
        self.road = road
        self.cancellation = cancellation
        self.isDetached = isDetached
    }

    /// Whether something will be done that can be undone is known: from now on lines are sent.
    func open(batch: BatchName?) {
        isOpen = true
        guard let batch else { return }
        self.batch = batch.description
        let kept = json.bytes
        json.removeAll()
        json.beginObject()
        json.member("batch", batch.description)
        json.endObject()
        json.endLine()
        json.raw(kept)
        // At once: the first photo may be through much later.
        send()
    }

    /// What came of a shot.
    ///
    /// - Parameters:
    ///   - from: where its primary file lay, or the first of companions alone.
    ///   - photo: the one of the library that companions join.
    ///   - id: the shot's own, where it was asked for.
    func add(
        _ outcome: UnitOutcome.Result,
        from: FilePath,
        joining photo: FilePath? = nil,
        of id: AssetID? = nil
    ) {
        begin(from, id)
        if let photo { path("joins", photo, "joinsUri") }
        switch outcome {
        case .placed(let files), .removed(let files): arrived(files, from)
        case .trashed(_, let twin):
            json.member("result", "ok")
            json.member("trashed", true)
            path("duplicateOf", twin, "duplicateOfUri")
        case .unchanged(let twin):
            json.member("result", "unchanged")
            if let twin { path("duplicateOf", twin, "duplicateOfUri") }
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
        if let photo = item.unit.completes { path("joins", photo, "joinsUri") }
        switch item.decision {
        case .place(let place, let names):
            json.member("result", "planned")
            if let name = names.first { target(place.path.appending(name)) }
            if names.count > 1 { json.member("companions", names.count - 1) }
        case .inPlace: json.member("result", "unchanged")
        case .duplicate(let twin, let twins):
            json.member("result", twins == nil ? "unchanged" : "planned")
            if twins != nil { json.member("trashed", true) }
            path("duplicateOf", twin, "duplicateOfUri")
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

    /// Something that names no shot.
    func addUnknown(_ word: String) {
        number += 1
        json.beginObject()
        json.member("id", word)
        json.member("result", "error")
        json.member("name", ReplyCode.noSuch.name)
        json.member("message", UnknownPhoto.message)
        end()
    }

    /// - Parameter batch: `nil` where nothing was done that could be undone.
    func finish(batch: String?, ok: Int, unchanged: Int, errors: Int) {
        hasErrors = batch != nil && errors > 0
        if let silence { return finish(silence.reason, silence.code) }
        BatchSums(batch: batch, ok: ok, unchanged: unchanged, errors: errors).write(to: &json)
        road.finishWithOK(after: json.bytes)
    }

    func finish(refusing error: ProtocolError) {
        isRefused = true
        if let silence { return finish(silence.reason, silence.code) }
        road.finish(refusing: error, after: json.bytes, listIndex: 0)
    }

    /// The command was cancelled before anything was done.
    func abandon() {
        guard case .hanging(let path)? = cancellation.cause else { return road.abandon() }
        finish(
            refusing: ProtocolError(
                code: .timeout,
                command: command,
                message: "\(path.display) did not answer, and nothing was done: try again when it does"
            )
        )
    }

    /// As `abandon`, or the index cannot be written, and nothing was done either.
    func abandon(_ ending: LibraryWait.Ending) {
        guard case .problem(let problem) = ending else { return abandon() }
        finish(refusing: ProtocolError(unwritable: problem, of: command))
    }

    /// Lines are missing, and so are the sums: `OK` would say that these are all. Should the client read on after all, it
    /// learns how to know the rest.
    private func finish(_ reason: String, _ code: ReplyCode) {
        let name = batch ?? ""
        let message =
            isDetached
            ? "\(reason); batch \(name) went on: “batches” tells how it ended"
            : "\(reason), so it was stopped: “batches” tells how far batch \(name) came; "
                + "ask for the rest again\(command == "import" ? ", with detach=1 if need be" : "")"
        let error = ProtocolError(code: code, command: command, message: message)
        road.finish(refusing: error, after: [], listIndex: 0)
    }

    // MARK: One line

    private func begin(_ from: FilePath, _ id: AssetID? = nil) {
        number += 1
        json.beginObject()
        if let id { json.member("id", id.description) }
        path("path", from, "uri")
    }

    private func arrived(_ files: [PlacedFile], _ from: FilePath) {
        json.member("result", "ok")
        let primary = files.first { $0.from == from } ?? files.first
        if let primary { target(primary.to) }
        if files.count > 1 { json.member("companions", files.count - 1) }
    }

    private func target(_ path: FilePath) {
        self.path("to", path, "toUri")
    }

    private func failed(_ error: ImportError) {
        json.member("result", "error")
        json.member("name", error.code.name)
        json.member("message", "\(error)")
    }

    /// A path where it is text, and its uri.
    private func path(_ key: StaticString, _ path: FilePath, _ uriKey: StaticString) {
        if let text = path.text { json.member(key, text) }
        json.key(uriKey)
        json.uri(path)
    }

    private func end() {
        json.member("number", number)
        json.member("total", max(total, number))
        json.endObject()
        json.endLine()
        if silence != nil { return json.removeAll() }
        if isOpen, json.count >= Self.pieceSize { send() }
    }

    private func send() {
        defer { json.removeAll() }
        guard silence == nil else { return }
        do {
            try json.withUnsafeBytes { try road.write($0) }
        } catch {
            silence =
                if let error = error as? any CodedError {
                    ("its lines could not be kept until you take them (\(error))", error.code)
                } else {
                    ("you did not take its lines", .timeout)
                }
            if !isDetached { cancellation.cancel(.clientTakesNoMore) }
        }
    }
}

extension ImportError: CodedError {
    public var code: ReplyCode {
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
