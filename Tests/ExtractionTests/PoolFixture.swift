import ExtractionWire
import Glibc
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import Extraction

/// A pool over one worker, the files it is given, and what it told its observer.
final class PoolFixture {
    let pool: ExtractionPool
    let folder: TemporaryFolder
    let notices: Notices

    final class Notices: Sendable {
        private let list = Mutex<[ExtractionNotice]>([])

        func append(_ notice: ExtractionNotice) { list.withLock { $0.append(notice) } }

        var all: [ExtractionNotice] { list.withLock { $0 } }

        var problems: [ExtractionProblem] {
            all.compactMap { if case .problem(let problem) = $0 { problem } else { nil } }
        }

        var failures: [String] {
            all.compactMap { if case .workerFailed(_, let how) = $0 { how } else { nil } }
        }

        /// What workers said, of those that left as they should and of those that did not.
        var words: [String] {
            all.compactMap { if case .workerLeft(_, let words) = $0 { words } else { nil } } + failures
        }

        var started: [Int32] {
            all.compactMap { if case .workerStarted(let process) = $0 { process } else { nil } }
        }
    }

    /// `disguise` is the name the worker is started by, which says how the misbehaving one greets and in whose box the
    /// boxed one stands. Unless `patience` says otherwise no file is slow, however busy the machine is.
    convenience init(
        disguise: String,
        program: String = "photod-extract-misbehaving",
        maximumWorkers: Int = 1,
        deadline: Duration = .seconds(10),
        patience: Duration = .seconds(10),
        idleLimit: Duration = .seconds(30),
        isResident: Bool = true
    ) throws {
        let folder = try TemporaryFolder()
        let target = try WorkerPlaces.path(of: program)
        try self.init(
            worker: try folder.link(disguise, to: target.display),
            folder: folder,
            maximumWorkers: maximumWorkers,
            deadline: deadline,
            patience: patience,
            idleLimit: idleLimit,
            isResident: isResident
        )
    }

    /// The worker as it is shipped.
    convenience init(maximumWorkers: Int = 1) throws {
        try self.init(
            worker: WorkerPlaces.path(of: "photod-extract"),
            folder: TemporaryFolder(),
            maximumWorkers: maximumWorkers,
            deadline: .seconds(10),
            idleLimit: .seconds(30)
        )
    }

    init(
        worker: FilePath,
        role: WorkerRole = .reader,
        folder: TemporaryFolder,
        maximumWorkers: Int,
        deadline: Duration,
        patience: Duration = .seconds(10),
        idleLimit: Duration,
        isResident: Bool = true
    ) throws {
        self.folder = folder
        let notices = Notices()
        self.notices = notices
        pool = try ExtractionPool(
            worker: WorkerLocation(path: worker, role: role),
            maximumWorkers: maximumWorkers,
            deadline: deadline,
            patience: patience,
            idleLimit: idleLimit,
            isResident: isResident
        ) { notices.append($0) }
    }

    func batch(_ files: [[UInt8]]) throws -> ExtractionBatch {
        let batch = ExtractionBatch()
        for bytes in files {
            batch.add(descriptor: try folder.file(bytes), size: Int64(bytes.count), format: .jpeg)
        }
        return batch
    }

    func batch(_ texts: [String]) throws -> ExtractionBatch { try batch(texts.map { Array($0.utf8) }) }

    /// Submits a batch and waits for its outcomes.
    func read(_ batch: ExtractionBatch) async -> [ExtractionOutcome] {
        await withCheckedContinuation { continuation in
            pool.submit(batch) { continuation.resume(returning: $0) }
        }
    }

    func read(_ texts: [String]) async throws -> [ExtractionOutcome] { await read(try batch(texts)) }

    /// What the misbehaving worker says about a file it does nothing bad with.
    static func healthy(_ text: String) -> ExtractionOutcome {
        var facts = EmbeddedFacts()
        facts.imageDescription = Array(text.utf8)
        return .facts(facts)
    }
}

enum WorkerPlaces {
    struct Missing: Error {
        let path: String
    }

    /// Beside the running tests, where the package manager puts all programs, or in `PHOTOD_BUILD_DIR`.
    static func path(of name: String) throws -> FilePath {
        if let folder = getenv("PHOTOD_BUILD_DIR") {
            let path = FilePath("\(String(cString: folder))/\(name)")
            guard path.withCString({ access($0, X_OK) }) == 0 else { throw Missing(path: path.display) }
            return path
        }
        return try WorkerLocation.find(name: name).path
    }
}
