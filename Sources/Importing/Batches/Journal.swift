import CShims
import Glibc
import PhotoModel

/// The open journal of a batch: lines are gathered and written together.
///
/// After a crash its last line may be torn. That is harmless: what is carried out was synced before, and what
/// came of it can be seen on the disk.
struct Journal: ~Copyable {
    let name: BatchName
    let path: FilePath
    private let descriptor: Int32
    private let gate: ChangeGate
    /// How long it is, whole lines only.
    private var length: Int64
    var text = JournalText()

    /// Takes over `descriptor`; what is beyond `length` is cut off with the first line that is written.
    init(owning descriptor: Int32, name: BatchName, path: FilePath, length: Int64, gate: ChangeGate) {
        self.descriptor = descriptor
        self.name = name
        self.path = path
        self.length = length
        self.gate = gate
    }

    deinit {
        close(descriptor)
    }

    /// Removes what a crash left of a torn line.
    func cutTornLine() throws(ImportError) {
        try check(gate.pass(.cutJournal), "mend")
        try check(ftruncate(descriptor, off_t(length)) == 0 ? 0 : errno, "mend")
    }

    /// Writes the lines gathered and returns when they would survive a power cut.
    ///
    /// Where it throws, none of them counts: they are cut off again, now or when the journal is next read.
    mutating func commit() throws(ImportError) {
        guard !text.bytes.isEmpty else { return }
        defer { text.clear() }
        do throws(ImportError) {
            try check(gate.pass(.writeJournal), "write")
            try check(writeAll(), "write")
            try check(gate.pass(.syncJournal), "write")
            try check(fdatasync(descriptor) == 0 ? 0 : errno, "write")
        } catch {
            // Half a line in the middle would hide what follows it. If even this fails, nothing follows: who
            // could not write stops.
            if gate.pass(.cutJournal) == 0 { _ = ftruncate(descriptor, off_t(length)) }
            throw error
        }
        length += Int64(text.bytes.count)
    }

    private func writeAll() -> Int32 {
        text.bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = pwrite(
                    descriptor,
                    bytes.baseAddress?.advanced(by: written),
                    bytes.count - written,
                    off_t(length) + written
                )
                if count < 0 {
                    if errno == EINTR { continue }
                    return errno
                }
                written += count
            }
            return 0
        }
    }

    private func check(_ code: Int32, _ operation: String) throws(ImportError) {
        if code != 0 { throw .system(operation: operation, path: path, code: code) }
    }
}
