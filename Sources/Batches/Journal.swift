import Files
import PhotoModel

/// The open journal of a batch: lines are gathered and written together.
///
/// After a crash what was written last may be torn, at its end or in its middle. That is harmless: what is carried out was synced
/// before, and what came of it can be seen on the disk.
package struct Journal: ~Copyable {
    package let name: BatchName
    private let file: OpenFile
    /// How long it is, whole lines only.
    private var length: Int64
    package var text = JournalText()
    /// Whether a line has been written since it was opened.
    package private(set) var isWritten = false

    /// What is beyond `length` is cut off with the first line that is written.
    init(_ file: consuming OpenFile, name: BatchName, length: Int64) {
        self.file = file
        self.name = name
        self.length = length
    }

    /// Removes what a crash left of a torn line.
    func cutTornLine() throws(BatchError) {
        do throws(CallFailure) { try file.cut(to: length, as: .cutJournal) } catch {
            throw .system(operation: "mend", path: file.path, code: error.code)
        }
    }

    /// Writes the lines gathered and returns when they would survive a power cut.
    ///
    /// Where it throws, none of them counts: they are cut off again, now or when the journal is next read.
    package mutating func commit() throws(BatchError) {
        guard !text.bytes.isEmpty else { return }
        defer { text.clear() }
        let lines = text.bytes
        // An end is there for whoever reads the last line alone: it is not written together with blocks that may not reach the disk.
        if let end = text.end, Int64(end) > BatchContent.blockLength - length % BatchContent.blockLength {
            try write(lines[..<end])
            try write(lines[end...])
        } else {
            try write(lines[...])
        }
    }

    private mutating func write(_ lines: ArraySlice<UInt8>) throws(BatchError) {
        do throws(CallFailure) {
            try file.write(Array(lines), at: length, as: .writeJournal)
            try file.synchroniseContent(as: .syncJournal)
        } catch {
            // Half a line in the middle would hide what follows it. If even this fails, nothing follows: who
            // could not write stops.
            try? file.cut(to: length, as: .cutJournal)
            throw .system(operation: "write", path: file.path, code: error.code)
        }
        length += Int64(lines.count)
        isWritten = true
    }
}
