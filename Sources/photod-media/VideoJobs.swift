import CAVFormat
import ExtractionWire
import WorkerBox

/// What the worker for videos does.
struct VideoJobs: ~Copyable, JobTable {
    private var facts = FactReading(VideoReader())

    static var libraries: [WorkerHello.Library] {
        let version = avformat_version()
        return [
            WorkerHello.Library(
                name: "libavformat",
                version: "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
            )
        ]
    }

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
