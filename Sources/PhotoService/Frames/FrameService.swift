import Extraction
import LineProtocol
import Logging
import Sweeps
import Synchronization

/// Frames of videos, and what videos are: who takes and tells them.
final class FrameService: Sendable {
    /// `nil`: photod-render is not installed.
    let maker: FrameMaker?
    let descriptions = VideoDescriptions()
    private let lastNumber = Atomic<UInt64>(0)

    /// - Parameter progress: is told when `status` has a problem of photod-render more, or less.
    init(worker: WorkerLocation?, progress: SweepProgress, logger: Logger) throws(ExtractionError) {
        maker =
            if let worker {
                try FrameMaker(worker: worker) { ThumbnailService.log($0, logger, progress) }
            } else { nil }
    }

    func stop() { maker?.stop() }

    /// Of a request: no other has it.
    func newNumber() -> UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }

    /// The members of `stats`.
    func write(to json: inout JSONWriter) {
        let load = maker?.load ?? (running: 0, waiting: 0)
        json.member("running", load.running)
        json.member("waiting", load.waiting)
        (maker?.figures ?? ThumbnailFigures()).write(to: &json, hasCache: false)
    }
}
