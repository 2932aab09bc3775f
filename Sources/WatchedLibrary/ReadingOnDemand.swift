import CShims
import CaptureRules
import DiskReading
import Extraction
import Files
import FolderWatch
import Glibc
import PhotoModel
import Roots
import Shots
import Threads

extension LibraryRun {
    /// Has an asset read by workers and waits for them, ten seconds a file at most.
    ///
    /// Reading opens files, and where a disk does not answer it does not come back: call it on a thread that nobody needs.
    func read(_ request: ReadingRequest) -> ReadingResult {
        let builder = builder(at: request.folder.appending(request.name))
        let rule = CaptureDateRule(zones: builder.zones, now: Int64(time(nil)) * 1_000_000_000)
        func facts(_ name: FileName) -> EmbeddedFacts? {
            readFacts(of: request.folder.appending(name), named: name.format ?? .jpeg)
        }
        let embedded = facts(request.name)
        let sidecars = SidecarOverlay(request.sidecars.compactMap(facts))
        let subject = CaptureSubject(
            facts: embedded,
            sidecar: sidecars.sidecar,
            fileName: request.name,
            modificationTime: request.modificationTime,
            overlay: request.overlay.date,
            companionOffset: request.stills.lazy.compactMap { still in
                facts(still).flatMap { rule.offset(of: $0, fileName: still) }
            }.first
        )
        return ReadingResult(
            facts: sidecars.applied(to: embedded),
            date: rule.explain(subject),
            description: builder.descriptions.explain(
                facts: embedded,
                sidecar: sidecars.sidecar,
                overlay: request.overlay.description
            )
        )
    }

    /// `nil` where the file cannot be read, or nobody reads what it is. One that is known to harm its reader is not read
    /// again for this.
    private func readFacts(of path: FilePath, named: FileFormat) -> EmbeddedFacts? {
        let descriptor = path.withCString { photod_open_for_reading(AT_FDCWD, $0) }
        guard descriptor >= 0 else { return nil }
        guard let status = try? FileStatus(of: descriptor), status.isRegularFile, status.size > 0 else {
            close(descriptor)
            return nil
        }
        let stamp = FileStamp(now: status)
        let look = try? Fingerprinter.look(descriptor: descriptor, size: stamp.size, named: named)
        let format = named.kind == .sidecar ? named : look?.format ?? named
        guard look != nil, let pool = readers.pool(for: format), pool.poison.reason(for: stamp) == nil else {
            close(descriptor)
            return nil
        }
        let batch = ExtractionBatch(mayHang: roots.mayHang(path))
        batch.add(descriptor: descriptor, size: stamp.size, format: format)
        let answer = Monitor<ExtractionOutcome?>(nil)
        pool.submit(batch, patience: .seconds(10)) { outcomes in
            answer.update { $0 = outcomes.first ?? .cancelled }
        }
        guard case .facts(let facts) = answer.wait({ $0 }) else { return nil }
        return facts
    }
}
