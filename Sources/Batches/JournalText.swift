import JSON
import PhotoModel

/// The lines of a journal, as bytes. Numbers that may pass 2^53 are texts: jq keeps numbers as doubles.
package struct JournalText {
    package private(set) var bytes: [UInt8] = []
    /// Where its end begins, if it has one.
    private(set) var end: Int?

    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        end = nil
    }

    // MARK: - Lines

    /// - Parameter order: which batch it is of all.
    package mutating func appendHeader(
        batch: BatchName,
        kind: BatchKind,
        token: String,
        time: WallTime,
        order: Int
    ) {
        append("{\"version\":1,\"batch\":\"\(batch)\",\"kind\":\"\(kind.rawValue)\"")
        append(",\"token\":\"\(token)\",\"time\":\"\(time.text)\",\"order\":\(order)}\n")
    }

    package mutating func appendBase(_ base: FilePath, _ fileSystem: FileSystemMark) {
        append("{\"base\":\"")
        PercentEncoding.append(base.bytes, to: &bytes)
        append("\",\"filesystem\":\"\(fileSystem.identifier)\"")
        if let mount = fileSystem.mount {
            append(",\"mount\":\"")
            PercentEncoding.append(mount.bytes, to: &bytes)
            append("\"")
        }
        append("}\n")
    }

    package mutating func appendFolder(_ place: FolderPlace) {
        append("{\"folder\":\"")
        place.appendText(to: &bytes)
        append("\"}\n")
    }

    package mutating func append(_ intent: UnitIntent) {
        begin("intent", intent.number, undoes: intent.undoes)
        append(",\"action\":\"")
        append(intent.action.rawValue)
        append("\",\"from\":\"")
        intent.from.appendText(to: &bytes)
        append("\",\"to\":\"")
        intent.to.appendText(to: &bytes)
        append("\",\"files\":[")
        for (index, file) in intent.files.enumerated() {
            if index > 0 { append(",") }
            append(file)
        }
        append("]")
        if !intent.twins.isEmpty {
            append(",\"twins\":[")
            for (index, twin) in intent.twins.enumerated() {
                append(index > 0 ? ",\"" : "\"")
                PercentEncoding.append(twin.bytes, to: &bytes)
                append("\"")
            }
            append("]")
        }
        append("}\n")
    }

    package mutating func append(_ record: EditRecord) {
        begin("edit", record.number, undoes: record.undoes)
        append(",\"id\":\"\(record.id)\"")
        if record.layer != .index { append(",\"write\":\"\(record.layer.rawValue)\"") }
        if record.breaksLinks { append(",\"breakLinks\":true") }
        if let relative = record.relative {
            append(",\"relative\":")
            bytes.append(contentsOf: relative.json)
        }
        append(",\"was\":")
        record.change.was.appendJSON(to: &bytes)
        append(",\"now\":")
        record.change.now.appendJSON(to: &bytes)
        append("}\n")
    }

    package mutating func append(_ record: RewrittenFile) {
        begin("sidecar", record.number, undoes: nil)
        append(",\"edit\":")
        append(Int64(record.edit))
        append(",\"path\":\"")
        PercentEncoding.append(record.path.bytes, to: &bytes)
        append("\"")
        append("old", record.old)
        append("new", record.new)
        if let shared = record.shared { append(",\"shared\":[\(shared.prefix),\(shared.suffix)]") }
        if let end = record.end { append(",\"end\":\(end)") }
        if let time = record.modificationTime {
            append(",\"modified\":\"")
            bytes.append(nanoseconds: time)
            append("\"")
        }
        append("}\n")
    }

    /// A sidecar of an edit is still to be written.
    package mutating func appendWaiting(_ number: Int, _ message: String) {
        append("waiting", number, message)
    }

    private mutating func append(_ name: StaticString, _ number: Int, _ message: String) {
        bytes.append(UInt8(ascii: "{"))
        bytes.append(jsonText: "\(name)")
        append(":")
        append(Int64(number))
        append(",\"message\":")
        bytes.append(jsonText: message)
        append("}\n")
    }

    /// Somebody has said otherwise of an edit's photo since.
    package mutating func appendOvertaken(_ number: Int) {
        append("{\"overtaken\":")
        append(Int64(number))
        append("}\n")
    }

    /// An edit waits for no sidecar any more.
    package mutating func appendSettled(_ number: Int) {
        append("{\"settled\":")
        append(Int64(number))
        append("}\n")
    }

    private mutating func begin(_ kind: StaticString, _ number: Int, undoes: Int?) {
        append("{\"\(kind)\":")
        append(Int64(number))
        guard let undoes else { return }
        append(",\"undoes\":")
        append(Int64(undoes))
    }

    private mutating func append(_ file: FileIntent) {
        append("{\"name\":\"")
        PercentEncoding.append(file.name.bytes, to: &bytes)
        append("\",\"as\":\"")
        PercentEncoding.append(file.newName.bytes, to: &bytes)
        append("\",\"mode\":")
        append(Int64(file.mode))
        append(",")
        append(file.stamp)
        append("hash", file.hash)
        append("fingerprint", file.fingerprint)
        if let time = file.modificationTime {
            append(",\"setModified\":\"")
            bytes.append(nanoseconds: time)
            append("\"")
        }
        append("}")
    }

    package mutating func appendDone(_ number: Int, _ records: [FileRecord?]) {
        append("{\"done\":")
        append(Int64(number))
        append(",\"files\":[")
        for (index, record) in records.enumerated() {
            if index > 0 { append(",") }
            guard let record else {
                append("null")
                continue
            }
            append("{")
            append(record.stamp)
            append("hash", record.hash)
            if !record.keptAttributes { append(",\"keptAttributes\":false") }
            append("}")
        }
        append("]}\n")
    }

    package mutating func appendFailed(_ number: Int, _ message: String) {
        append("failed", number, message)
    }

    /// An `undo` begins: the batch has no end again until it has.
    package mutating func appendUndo(time: WallTime) {
        append("{\"undo\":\"\(time.text)\"}\n")
    }

    /// Why it ended before its time.
    package mutating func appendReason(_ reason: String) {
        append("{\"reason\":")
        bytes.append(jsonText: reason)
        append("}\n")
    }

    /// Short, so that a listing finds it in the last bytes.
    package mutating func appendEnd(
        _ state: BatchState,
        ok: Int,
        errors: Int,
        waiting: Int = 0,
        overtaken: Int = 0,
        left: Int = 0,
        time: WallTime
    ) {
        end = bytes.count
        let pending = waiting > 0 ? ",\"pending\":\(waiting)" : ""
        let since = overtaken > 0 ? ",\"overtaken\":\(overtaken)" : ""
        let rest = left > 0 ? ",\"left\":\(left)" : ""
        append("{\"end\":\"\(state.rawValue)\",\"ok\":\(ok),\"errors\":\(errors)\(pending)\(since)\(rest)")
        append(",\"time\":\"\(time.text)\"}\n")
    }

    // MARK: - Values

    private mutating func append(_ stamp: FileStamp) {
        append("\"size\":")
        append(stamp.size)
        append(",\"inode\":\"")
        bytes.append(decimal: stamp.inode)
        append("\",\"modified\":\"")
        bytes.append(nanoseconds: stamp.modificationTime)
        if stamp.changeTime != 0 {
            append("\",\"changed\":\"")
            bytes.append(nanoseconds: stamp.changeTime)
        }
        if stamp.birthTime != 0 {
            append("\",\"born\":\"")
            bytes.append(nanoseconds: stamp.birthTime)
        }
        append("\"")
    }

    private mutating func append(_ key: String, _ hash: Fingerprint?) {
        guard let hash else { return }
        append(",\"\(key)\":\"")
        hash.appendText(to: &bytes)
        append("\"")
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func append(_ value: Int64) { bytes.append(decimal: value) }
}
