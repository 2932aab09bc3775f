import Extraction
import PhotoModel

/// Shots of one directory that become one finding, and the files of theirs that workers read.
struct FindingChunk {
    /// Files of a chunk: small enough that writing begins while a large directory is still being read.
    private static let fileLimit = 128

    private(set) var shots: [ObservedShot] = []
    private var batches: [(first: Int, batch: ExtractionBatch)] = []
    private var gone: [FileName] = []
    private(set) var isExplained = true
    private var reads = 0
    private var files = 0

    var isEmpty: Bool { shots.isEmpty }

    /// All that it is about.
    var names: [FileName] { gone + shots.flatMap { $0.files.map(\.name) } }

    /// A chunk of one batch is the usual case; a stem with more files than that goes over it.
    var isFull: Bool { reads >= ExtractionBatch.capacity || files >= Self.fileLimit }

    /// Adds a file that a worker reads, and returns its number among the chunk's reads.
    mutating func read(descriptor: Int32, size: Int64, format: FileFormat) -> Int {
        if batches.last?.batch.isFull ?? true { batches.append((reads, ExtractionBatch())) }
        batches.last?.batch.add(descriptor: descriptor, size: size, format: format)
        reads += 1
        return reads - 1
    }

    /// - Parameters:
    ///   - gone: names that the index has and the disk has not.
    ///   - isExplained: events have told what became of what stood there, and of what was replaced.
    mutating func add(_ shot: ObservedShot, gone: [FileName], isExplained: Bool) {
        shots.append(shot)
        if !isExplained { self.isExplained = false }
        self.gone.append(contentsOf: gone)
        files += max(1, shot.files.count)
    }

    /// Makes the finding and hands its files to the workers; `completed` is called when each batch is done.
    func submit(
        as place: DirectoryPlace,
        lane: Int,
        to pool: ExtractionPool,
        completed: @escaping @Sendable () -> Void
    ) -> FindingSlot {
        let slot = FindingSlot(.shots(place, shots), lane: lane, reads: reads, weight: files)
        for (first, batch) in batches {
            pool.submit(batch) { outcomes in
                slot.fulfil(from: first, with: outcomes)
                completed()
            }
        }
        return slot
    }
}
