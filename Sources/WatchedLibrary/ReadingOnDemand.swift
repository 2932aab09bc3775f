import CaptureRules
import Crawling
import DiskReading
import FolderWatch
import Glibc
import PhotoModel
import Roots
import Shots

extension LibraryRun {
    /// Nanoseconds since 1970 behind which the future of a date begins.
    package var present: Int64 { clock.now().present }

    /// Has an asset read by workers and waits for them, ten seconds a file at most.
    ///
    /// Reading opens files, and where a disk does not answer it does not come back: call it on a thread that nobody needs.
    package func read(_ request: ReadingRequest) -> ReadingResult {
        let builder = builder(at: request.folder.appending(request.name))
        let rule = CaptureDateRule(zones: builder.zones, now: present)
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
        let observer = FileObserver(
            directory: AT_FDCWD,
            keepsInodes: true,
            heartbeat: LaneHeartbeat(),
            mayHang: roots.mayHang(path)
        )
        guard case .unread(let file) = observer.observe(FileName(path.bytes), named) else { return nil }
        var chunk = FindingChunk(isAwaited: true)
        let read = chunk.take(file, named, among: [], observer, readers)
        return read.facts(AwaitedChunk(chunk).wait())
    }
}
