import Descriptors
import DiskReading
import Extraction
import Findings
import Glibc
import PhotoModel
import Shots

/// Shots of one directory that become one finding, and the files of theirs that workers read.
package struct FindingChunk {
    /// Files of a chunk: small enough that writing begins while a large directory is still being read.
    private static let fileLimit = 128

    package private(set) var shots: [ObservedShot] = []
    private var batches: [Batch] = []
    private var gone: [FileName] = []
    private(set) var isExplained = true
    /// Of the files that workers read, as they were when they were opened.
    private var stamps: [FileStamp] = []
    /// What is known already of files that were slow, by their numbers.
    private var lateOutcomes: [Int: ExtractionOutcome] = [:]
    private var files = 0
    private let isAwaited: Bool
    /// What lets it have its files open.
    private var leases: [FileLease] = []

    /// Files on their way to one pool, and their numbers among the chunk's reads.
    private struct Batch {
        let pool: ExtractionPool
        let files: ExtractionBatch
        var numbers: [Int] = []

        init(pool: ExtractionPool, mayHang: Bool) {
            self.pool = pool
            files = ExtractionBatch(mayHang: mayHang)
        }
    }

    package var isEmpty: Bool { shots.isEmpty }

    /// All that it is about.
    var names: [FileName] { gone + shots.flatMap { $0.files.map(\.name) } }

    /// A chunk of one batch is the usual case; a stem with more files than that goes over it.
    package var isFull: Bool { stamps.count >= ExtractionBatch.capacity || files >= Self.fileLimit }

    /// - Parameter isAwaited: somebody waits for it, slow files and all. What is known of those is kept for the crawler that asks again.
    package init(isAwaited: Bool = false) {
        self.isAwaited = isAwaited
    }

    /// Adds a file that a worker reads, and returns its number among the chunk's reads. Takes the descriptor over.
    ///
    /// - Parameter mayHang: whether closing it is a call that may not come back.
    private mutating func read(_ file: FileObserver.Unread, by pool: ExtractionPool, mayHang: Bool) -> Int {
        stamps.append(file.stamp)
        let number = stamps.count - 1
        // Read a moment ago, by itself, for the look that this one repeats.
        if !isAwaited, let outcome = pool.lateOutcomes.take(file.stamp) {
            close(file.descriptor)
            lateOutcomes[number] = outcome
            return number
        }
        let last = batches.lastIndex { $0.pool === pool && !$0.files.isFull }
        if last == nil { batches.append(Batch(pool: pool, mayHang: mayHang)) }
        let position = last ?? batches.count - 1
        batches[position].files.add(
            descriptor: file.descriptor,
            size: file.stamp.size,
            format: file.actualFormat
        )
        batches[position].numbers.append(number)
        return number
    }

    /// Opens a file and has it read where there is something that a worker can tell. `nil` where it is not there. Where it
    /// cannot be opened just now, the chunk may go on without the stem that it belongs to.
    ///
    /// - Parameters:
    ///   - formats: of all files of its stem, by their names.
    ///   - looks: whom to ask in place of the observer.
    package mutating func observe(
        _ name: FileName,
        _ format: FileFormat,
        among formats: [FileFormat],
        _ observer: FileObserver,
        _ readers: ContentReaders,
        _ looks: FileLooks? = nil
    ) throws(OpeningDelay) -> ObservedFile? {
        var file = try look(at: name, format, among: formats, observer, readers, looks)
        if let stamp = file?.stamp { file?.isUnfinished = observer.isUnfinished(name, stamp) }
        return file
    }

    /// The files of a stem as they were observed. A RAW file of which nobody was to read more, for the photo beside it,
    /// is read after all if that was gone before it could be opened.
    ///
    /// - Parameter formats: those that they were observed among.
    mutating func readingLeftBehind(
        _ files: [ObservedFile],
        among formats: [FileFormat],
        _ observer: FileObserver,
        _ readers: ContentReaders
    ) throws(OpeningDelay) -> [ObservedFile] {
        let present = files.map(\.format)
        guard formats.count(where: { $0.kind == .still }) == 1,
            !present.contains(where: { $0.kind == .still })
        else { return files }
        var read: [ObservedFile] = []
        for file in files {
            guard file.format.kind == .raw, case .fingerprinted = file.content else {
                read.append(file)
                continue
            }
            if let again = try observe(file.name, file.format, among: present, observer, readers) {
                read.append(again)
            }
        }
        return read
    }

    private mutating func look(
        at name: FileName,
        _ format: FileFormat,
        among formats: [FileFormat],
        _ observer: FileObserver,
        _ readers: ContentReaders,
        _ looks: FileLooks?
    ) throws(OpeningDelay) -> ObservedFile? {
        if stamps.count >= leases.count * FileLease.count {
            leases.append(try readers.descriptors.lease(holding: leases.count))
        }
        let file = DirectoryListing.File(name: name, format: format)
        switch looks?.answer(to: file) ?? observer.observe(name, format) {
        case .absent: return nil
        case .known(let file): return file
        case .refused(let code): throw .refused(errno: code)
        case .unread(let file):
            let hash = observer.contents?.hash(of: file, observer.heartbeat)
            var observed = take(file, format, among: formats, observer, readers)
            observed.contentHash = hash
            return observed
        }
    }

    /// Has an open file read where there is something that a worker can tell. Takes the descriptor over.
    package mutating func take(
        _ file: FileObserver.Unread,
        _ format: FileFormat,
        among formats: [FileFormat],
        _ observer: FileObserver,
        _ readers: ContentReaders
    ) -> ObservedFile {
        // A RAW file that belongs to a still image tells nothing that is asked for.
        let isCompanion = format.kind == .raw && formats.count { $0.kind == .still } == 1
        guard !isCompanion, let pool = readers.pool(for: file.actualFormat) else {
            close(file.descriptor)
            return file.observed
        }
        if !observer.readsPoison, let reason = pool.poison.reason(for: file.stamp) {
            close(file.descriptor)
            return file.observed(unreadable: reason)
        }
        return file.observed(as: read(file, by: pool, mayHang: observer.mayHang))
    }

    /// - Parameters:
    ///   - gone: names that the index has and the disk has not.
    ///   - isExplained: events have told what became of what stood there, and of what was replaced.
    package mutating func add(_ shot: ObservedShot, gone: [FileName], isExplained: Bool) {
        shots.append(shot)
        if !isExplained { self.isExplained = false }
        self.gone.append(contentsOf: gone)
        files += max(1, shot.files.count)
    }

    /// Makes the finding and hands its files to the workers; `completed` is called when each batch is done. A pool answers
    /// everything that it was given, when it shuts down with `cancelled`.
    ///
    /// - Parameters:
    ///   - place: `nil` where nothing of it is to come into the index: the finding says nothing then.
    ///   - patience: how long a worker that cannot be started just now is waited for; slow files are waited for then. `nil`: as
    ///     long as it takes, and slow files keep no finding waiting: it is complete without them.
    package func submit(
        as place: DirectoryPlace?,
        lane: Int,
        patience: Duration? = nil,
        completed: @escaping @Sendable () -> Void
    ) -> FindingSlot {
        let finding = place.map { Finding.shots($0, shots) } ?? .finished([])
        let slot = FindingSlot(finding, lane: lane, reads: stamps.count, weight: files)
        slot.fulfil(Array(lateOutcomes.keys), with: Array(lateOutcomes.values))
        for batch in batches {
            batch.files.hold(leases)
            let note = note(batch)
            let numbers = batch.numbers
            let late: @Sendable (Int, ExtractionOutcome) -> Void = {
                [stamps, known = batch.pool.lateOutcomes] position, outcome in
                known.note(stamps[numbers[position]], outcome)
                note([numbers[position]], [outcome])
                slot.settle(numbers[position])
            }
            batch.pool.submit(batch.files, patience: patience, late: patience == nil ? late : nil) {
                outcomes in
                note(numbers, outcomes)
                slot.fulfil(numbers, with: outcomes)
                completed()
            }
        }
        return slot
    }

    /// Remembers what became of files of a batch.
    private func note(_ batch: Batch) -> @Sendable ([Int], [ExtractionOutcome]) -> Void {
        { [stamps, poison = batch.pool.poison] numbers, outcomes in
            for (number, outcome) in zip(numbers, outcomes) { poison.note(stamps[number], outcome) }
        }
    }
}
