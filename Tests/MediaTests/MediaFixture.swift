import CShims
import Extraction
import Glibc
import PhotoModel
import Synchronization
import TestSupport
import Testing

/// A pool over the worker for videos as it is shipped, box included, and a folder for what it reads.
final class MediaFixture {
    let pool: ExtractionPool
    let folder: TemporaryFolder
    private let notices: Notices

    private final class Notices: Sendable {
        let failures = Mutex<[String]>([])
    }

    init() throws {
        folder = try TemporaryFolder()
        let notices = Notices()
        self.notices = notices
        pool = try ExtractionPool(
            worker: WorkerLocation(path: Self.worker()),
            maximumWorkers: 1,
            isResident: false
        ) { notice in
            if case .workerFailed(_, let how) = notice { notices.failures.withLock { $0.append(how) } }
        }
    }

    deinit {
        pool.shutdown()
    }

    /// How workers ended that should not have.
    var failures: [String] { notices.failures.withLock { $0 } }

    /// Beside the running tests, where the package manager puts all programs, or in `PHOTOD_BUILD_DIR`.
    private static func worker() throws -> FilePath {
        if let folder = getenv("PHOTOD_BUILD_DIR") {
            return FilePath("\(String(cString: folder))/photod-media")
        }
        return try WorkerLocation.find(name: "photod-media").path
    }

    /// What ffmpeg makes of these arguments.
    func video(_ name: String, _ arguments: [String]) throws -> [UInt8] {
        try FFmpeg.run(arguments + [folder.path(name)])
        return try folder.bytes(of: name)
    }

    func outcomes(_ files: [[UInt8]]) async throws -> [ExtractionOutcome] {
        let batch = ExtractionBatch()
        for bytes in files {
            let descriptor = photod_memory_file(bytes, bytes.count)
            try #require(descriptor >= 0)
            batch.add(descriptor: descriptor, size: Int64(bytes.count), format: .mp4)
        }
        return await withCheckedContinuation { continuation in
            pool.submit(batch) { continuation.resume(returning: $0) }
        }
    }

    func facts(_ bytes: [UInt8]) async throws -> EmbeddedFacts {
        let outcome = try #require(try await outcomes([bytes]).first)
        guard case .facts(let facts) = outcome else {
            Issue.record("no facts: \(outcome)")
            return EmbeddedFacts()
        }
        return facts
    }
}
