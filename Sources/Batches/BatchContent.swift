import EditRules
import JSON
import PhotoModel

/// Everything a journal says.
package struct BatchContent {
    package struct Unit {
        package var intent: UnitIntent
        /// For each file how it lies at its new place, `nil` where it stayed; `nil` where the unit failed or
        /// is open.
        package var records: [FileRecord?]?
        package var isOpen = true
    }

    package let name: BatchName
    package let kind: BatchKind
    package let token: String
    let time: String
    /// By number.
    package private(set) var units: [Int: Unit] = [:]
    /// With what failed.
    package private(set) var allEdits: [EditRecord] = []
    private var failedEdits: Set<Int> = []
    /// By the edit that they belong to, in the order in which they were to be written.
    private var sidecarsByEdit: [Int: [RewrittenFile]] = [:]
    private var waiting: Set<Int> = []
    /// Edits that have waited at some time: they were shown before they were written.
    private var everWaiting: Set<Int> = []
    /// Why something failed, or waits for its file, by number: as it was said last.
    package private(set) var reasons: [Int: String] = [:]
    private var overtaken: Set<Int> = []
    /// Whether something was written behind its end that has none: what waited was being written.
    package private(set) var isReopened = false
    /// The number of the last sidecar; 0: none.
    package private(set) var lastSidecar = 0
    /// How many edits are older than the last end.
    private var endedEdits = 0
    /// The state of the last end; `nil` before the first.
    private var endedState: BatchState?
    /// Folders that were missing, in the order in which they were made.
    package private(set) var folders: [FolderPlace] = []
    /// The file systems of the folders that users named, and of those below that are on another one.
    package private(set) var fileSystems: [FilePath: FileSystemMark] = [:]
    /// `nil` where it was begun and has no end, `undo` included.
    package private(set) var state: BatchState?
    /// What an undo could not put back, and may when it is tried again.
    package private(set) var left = 0
    package private(set) var isUndoing = false
    /// Of the import; what `undo` and recovery repeat.
    package private(set) var errors = 0
    package private(set) var ok = 0
    /// Up to the end of the last whole line.
    private(set) var length: Int64 = 0

    /// The local date that it began on, as `WallTime.date` tells it; the name may have a later one.
    package var date: Int? {
        let day = time.prefix { $0 != "T" }.split(separator: "-")
        return day.count == 3 ? Int(day.joined()) : nil
    }

    package var lastNumber: Int { max(units.keys.max() ?? 0, allEdits.last?.number ?? 0) }

    /// The folders that users named, and those of the twins that what is open is compared with.
    package var places: [FilePath] {
        let twins = openUnits.flatMap { $0.twins.map(\.parent) }
        return Array(Set(units.values.flatMap { [$0.intent.from.base, $0.intent.to.base] } + twins))
    }

    package var openUnits: [UnitIntent] {
        units.values.lazy.filter(\.isOpen).map(\.intent).sorted { $0.number < $1.number }
    }

    /// Reads a journal. `nil` where not even the first line is whole: nothing was done then, as the first lines are synced before.
    ///
    /// What was written last may be torn: its last line, or blocks in its middle, which hold NULs then, and what is behind those
    /// counts as torn too. Any other line that does not parse is an error: what follows it cannot be trusted.
    init?(_ bytes: [UInt8], name: BatchName, path: FilePath) throws(BatchError) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count > 1 else { return nil }
        let first = JournalLine(lines[0])
        if case .newer(let version)? = first { throw .newer(path, version: Int(clamping: version)) }
        guard case .header(let header)? = first else {
            if lines.count == 2, lines[1].isEmpty { return nil }
            if Self.isUnbegun(lines, in: bytes) { return nil }
            throw .broken(path, line: 1)
        }
        guard header.version == 1 else { throw .newer(path, version: Int(clamping: header.version)) }
        self.name = name
        kind = header.kind
        token = header.token
        time = header.time
        length = Int64(lines[0].count + 1)
        // What follows the last line's end is a torn line, or nothing.
        for (index, text) in lines.dropFirst().dropLast().enumerated() {
            guard let line = JournalLine(text), take(line) else {
                // What parses is no torn line: a newer photod has written it, or a person.
                let isLast = index == lines.count - 3 && lines.last?.isEmpty == true
                if isLast && (try? JSONValue.parse(text)) == nil || Self.isTorn(text, in: bytes) { return }
                throw .broken(path, line: index + 2)
            }
            length += Int64(text.count + 1)
        }
    }

    /// What disks write at once, at least.
    static let blockLength: Int64 = 512

    /// Whether a line holds a block that did not reach the disk before a power cut: NULs up to the end of a block or of the journal.
    private static func isTorn(_ line: ArraySlice<UInt8>, in journal: [UInt8]) -> Bool {
        guard let start = line.firstIndex(of: 0) else { return false }
        let end = journal[start...].firstIndex { $0 != 0 } ?? journal.count
        return end == journal.count || Int64(end) % blockLength == 0
    }

    /// Whether the first block did not reach the disk before a power cut, and so nothing was begun. Of a journal that was damaged later
    /// a line says what came of something.
    private static func isUnbegun(_ lines: [ArraySlice<UInt8>], in journal: [UInt8]) -> Bool {
        guard journal.first == 0, isTorn(lines[0], in: journal) else { return false }
        return lines.dropFirst().dropLast().allSatisfy { text in
            switch JournalLine(text) {
            case .base, .folder, .intent, .edit: true
            case .header, .done, .failed, .sidecar, .waiting, .overtaken, .settled, .undo, .reason, .end,
                .newer:
                false
            case nil: isTorn(text, in: journal)
            }
        }
    }

    /// `false` where a line says nothing that belongs there.
    private mutating func take(_ line: JournalLine) -> Bool {
        switch line {
        case .header, .newer: return false
        case .intent(let intent):
            state = nil
            units[intent.number] = Unit(intent: intent)
        case .done(let number, let records):
            guard units[number]?.intent.files.count == records.count else { return false }
            units[number]?.records = records
            units[number]?.isOpen = false
        case .failed(let number, let reason):
            reasons[number] = reason
            if units[number] == nil {
                guard number >= 1, number <= lastNumber else { return false }
                failedEdits.insert(number)
                return true
            }
            units[number]?.isOpen = false
        case .edit(let record):
            guard record.number > lastNumber else { return replace(record) }
            state = nil
            allEdits.append(record)
        case .base(let path, let mark):
            // What the import found counts: an undo may find something else mounted there.
            if let mark, fileSystems[path] == nil { fileSystems[path] = mark }
        case .folder(let place): folders.append(place)
        case .undo:
            state = nil
            isUndoing = true
        case .reason: break
        case .sidecar(let record):
            guard record.number > lastSidecar, (1...lastNumber).contains(record.edit) else { return false }
            lastSidecar = record.number
            isReopened = true
            sidecarsByEdit[record.edit, default: []].append(record)
        case .waiting(let number, let reason):
            reasons[number] = reason
            waiting.insert(number)
            everWaiting.insert(number)
            overtaken.remove(number)
            isReopened = true
        case .overtaken(let number):
            waiting.remove(number)
            overtaken.insert(number)
            isReopened = true
        case .settled(let number):
            waiting.remove(number)
            overtaken.remove(number)
            isReopened = true
        case .end(let state, let ok, let errors, _, _, let left):
            self.state = state
            self.left = left
            self.ok = ok
            isReopened = false
            endedEdits = allEdits.count
            endedState = state
            self.errors = errors
        }
        return true
    }

    /// An edit that was worked out anew stands in its journal again. Those that can be are numbered one after the other.
    ///
    /// - Returns: whether there is such an edit.
    private mutating func replace(_ record: EditRecord) -> Bool {
        let index = record.number - 1
        guard allEdits.indices.contains(index), allEdits[index].number == record.number,
            allEdits[index].id == record.id, record.undoes == nil
        else { return false }
        allEdits[index] = record.replacing(allEdits[index])
        isReopened = true
        return true
    }

    /// What recovery found of a unit that was open.
    package mutating func settle(_ number: Int, _ records: [FileRecord?]?) {
        units[number]?.records = records
        units[number]?.isOpen = false
    }

    // MARK: - Counting

    /// The units of the import itself that have at least one file at its new place.
    package var importedCount: Int { units.values.count { $0.intent.undoes == nil && $0.isDone } }

    package var refusedCount: Int {
        units.values.count { $0.intent.undoes == nil && !$0.isOpen && $0.records == nil }
    }

    /// Whether an `undo` has put back any file.
    package var isPutBack: Bool { units.values.contains { $0.intent.undoes != nil && $0.isDone } }

    /// What `undo` has to do: the last first. Files that were put back already are left out.
    package var remaining: [Unit] {
        var putBack: [Int: Set<FileName>] = [:]
        for unit in units.values {
            guard let undoes = unit.intent.undoes, let records = unit.records else { continue }
            for (file, record) in zip(unit.intent.files, records) where record != nil {
                putBack[undoes, default: []].insert(name(before: file, of: unit.intent, undoes))
            }
        }
        return units.values.compactMap { unit in
            guard unit.intent.undoes == nil, let records = unit.records else { return nil }
            let gone = putBack[unit.intent.number] ?? []
            var unit = unit
            unit.records = zip(unit.intent.files, records).map { gone.contains($0.name) ? nil : $1 }
            return unit.isDone ? unit : nil
        }
        .sorted { $0.intent.number > $1.intent.number }
    }

    /// What a file that is not where a unit had brought it any more was called before that.
    private func name(before file: FileIntent, of intent: UnitIntent, _ undoes: Int) -> FileName {
        // A trash has names of its own.
        guard intent.action == .trash else { return file.newName }
        return units[undoes]?.intent.files.first { $0.newName == file.name }?.name ?? file.newName
    }
}

extension BatchContent {
    /// What was done to photos' values, in the order in which it was done; without what failed.
    package var edits: [EditRecord] { allEdits.filter { !failedEdits.contains($0.number) } }

    /// Of a batch without an end: what it was in the middle of. What came before an earlier end is done, whatever somebody
    /// has said of those photos since.
    package var openEdits: [EditRecord] {
        allEdits.dropFirst(endedEdits).filter { !failedEdits.contains($0.number) }
    }

    /// The batch without the edits that an undo was in the middle of: what it had to take back, and what waited.
    package var beforeUndo: BatchContent {
        var content = self
        content.allEdits.removeLast(allEdits.count - endedEdits)
        content.state = endedState
        return content
    }

    /// The edits of which a sidecar is still to be written.
    package var waitingEdits: [EditRecord] { standing(waiting) }

    /// Edits that would be written if what somebody has said since were taken back.
    package var overtakenEdits: [EditRecord] { standing(overtaken) }

    private func standing(_ numbers: Set<Int>) -> [EditRecord] {
        let takenBack = Set(edits.compactMap(\.undoes))
        return edits.filter { numbers.contains($0.number) && !takenBack.contains($0.number) }
    }

    /// What an edit was to write: of a file the last that was tried.
    package func sidecars(ofEdit number: Int) -> [RewrittenFile] {
        var last: [RewrittenFile] = []
        for record in triedSidecars(ofEdit: number) {
            let earlier =
                last.firstIndex { $0.path == record.path } ?? last.lastIndex { $0.hasMoved(to: record) }
            if let earlier { last.remove(at: earlier) }
            last.append(record)
        }
        return last
    }

    /// All that was ever to be written for an edit.
    package func triedSidecars(ofEdit number: Int) -> [RewrittenFile] { sidecarsByEdit[number] ?? [] }

    /// The edits that an `undo` has to take back, the last first: what was taken back already is left out, and what changed nothing.
    package var remainingEdits: [EditRecord] {
        let edits = edits
        let leftOut = unchangedEdits.union(edits.compactMap(\.undoes))
        return edits.filter { $0.undoes == nil && !leftOut.contains($0.number) }.reversed()
    }

    /// The numbers of edits of photos that were so already: those are not counted, and the batch has done nothing to them.
    package var unchangedEdits: Set<Int> {
        guard state != nil, ok < allEdits.count(where: { $0.undoes == nil }) else { return [] }
        let isPending = Set((waitingEdits + overtakenEdits).map(\.number))
        return Set(
            edits.filter { $0.undoes == nil && !isPending.contains($0.number) && hasChangedNothing($0) }
                .map(\.number)
        )
    }

    /// Whether an edit that is done has changed nothing, as the photo's files said it already.
    private func hasChangedNothing(_ record: EditRecord) -> Bool {
        let (was, now) = (record.change.was, record.change.now)
        guard triedSidecars(ofEdit: record.number).isEmpty, !everWaiting.contains(record.number) else {
            return false
        }
        return was == now
            || record.layer.isInPhoto && now.besideSidecars.isEmpty
                && was.properties.allSatisfy { was.speech(of: $0) == .unset }
    }
}

extension BatchContent.Unit {
    package var isDone: Bool { records?.contains { $0 != nil } ?? false }
}
