import ExtractionWire
import WorkerBox

/// What the worker for still images and sidecars does.
struct StillJobs: ~Copyable, JobTable {
    private var facts = FactReading(StillReader())

    static var libraries: [WorkerHello.Library] { ImageMetadata.libraries }

    mutating func warmUp() {
        facts.warmUp()
    }

    mutating func perform(_ job: AssignedJob, into reply: inout ReplyEncoder) throws(WireError) {
        switch job.kind {
        case .readFacts: try facts.perform(job, into: &reply)
        case .editSidecar, .editImage, .renderThumbnail, .renderPreview, .takeFrame, .describeVideo, .trial:
            reply.append(refused: job.number)
        }
    }
}
