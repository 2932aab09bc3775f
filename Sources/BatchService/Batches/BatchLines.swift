import Batches
import EditRules
import LineProtocol
import PhotoModel

/// The reply to `batch`: a line for each shot or photo that a batch has to do with, then the batch as `batches` lists it.
struct BatchLines: ~Copyable {
    private let content: BatchContent
    private var json = JSONWriter(capacity: 16 << 10)

    /// What came of a shot or of an edit.
    private enum Result: String {
        case ok, pending, error, open
    }

    init(_ content: BatchContent) { self.content = content }

    mutating func reply(_ summary: BatchSummary) -> [UInt8] {
        let remaining = Set(content.remaining.map(\.intent.number))
        for unit in content.units.values.sorted(by: { $0.intent.number < $1.intent.number })
        where unit.intent.undoes == nil {
            add(unit, isUndone: unit.isDone && !remaining.contains(unit.intent.number))
        }
        let takenBack = Set(content.edits.compactMap(\.undoes))
        let done = Set(content.edits.map(\.number))
        let waiting = Set(content.waitingEdits.map(\.number))
        let edits = content.allEdits.filter { $0.undoes == nil }
        let unchanged = content.unchangedEdits
        for record in edits where !unchanged.contains(record.number) {
            let isDone = done.contains(record.number)
            let result: Result = !isDone ? .error : waiting.contains(record.number) ? .pending : .ok
            add(record, result: result, isUndone: takenBack.contains(record.number))
        }
        json.batch(summary)
        return json.bytes
    }

    private mutating func add(_ unit: BatchContent.Unit, isUndone: Bool) {
        guard let primary = unit.intent.files.first else { return }
        let from = unit.intent.from.path.appending(primary.name)
        let to = unit.intent.to.path.appending(primary.newName)
        begin(unit.intent.number)
        // Frames of a video come from nowhere that anybody knows.
        if content.kind != .frame {
            json.member("action", unit.intent.action.rawValue)
            path("path", "uri", from)
        }
        path("to", "toUri", to)
        if unit.intent.files.count > 1 { json.member("companions", unit.intent.files.count - 1) }
        let isWhole = unit.records?.allSatisfy { $0 != nil } ?? false
        end(unit.intent.number, result: unit.isOpen ? .open : isWhole ? .ok : .error, isUndone)
    }

    private mutating func add(_ record: EditRecord, result: Result, isUndone: Bool) {
        begin(record.number)
        json.member("id", record.id.description)
        json.values("was", record.change.was)
        json.values("now", record.change.now)
        if record.layer != .index { json.member("write", record.layer.rawValue) }
        let isOpen = content.state == nil && !content.isUndoing
        end(record.number, result: isOpen ? .open : result, isUndone)
    }

    private mutating func begin(_ number: Int) {
        json.beginObject()
        json.member("number", number)
    }

    private mutating func end(_ number: Int, result: Result, _ isUndone: Bool) {
        json.member("result", result.rawValue)
        json.member("undone", isUndone)
        if result == .pending || result == .error, let reason = content.reasons[number] {
            json.member("message", reason)
        }
        json.endObject()
        json.endLine()
    }

    private mutating func path(_ key: StaticString, _ uri: StaticString, _ path: FilePath) {
        if let text = path.text { json.member(key, text) }
        json.key(uri)
        json.uri(path)
    }
}
