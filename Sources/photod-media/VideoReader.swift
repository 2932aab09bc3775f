import CAVFormat
import CShims
import ExtractionWire
import Glibc
import VideoFiles
import WorkerBox

/// Reads the metadata of videos.
struct VideoReader: ~Copyable, MetadataReader {
    private var head = FileHead()

    /// One allocation is at most so large. The index of a recording of twelve hours takes half of it.
    private static let allocationLimit = 64 << 20

    mutating func warmUp() {
        tzset()
        // libavutil would write to the log what a file has it write.
        av_log_set_level(AV_LOG_QUIET)
        av_log_set_callback(nil)
        av_max_alloc(Self.allocationLimit)
        for sample in WarmUpSample.all {
            guard let file = sample.open() else { continue }
            defer { close(file) }
            var facts = FactEncoder()
            let job = FactsRequest(size: Int64(sample.bytes.count), format: 0)
            // Nobody asks for the result.
            try? read(job, file, into: &facts)
        }
    }

    mutating func read(_ job: FactsRequest, _ descriptor: Int32, into facts: inout FactEncoder)
        throws(UnreadableFile)
    {
        var container = try Container(descriptor, size: job.size, for: .headers)
        container.completeStreams()
        VideoFacts(container, try passedOver(container.kind, job, descriptor)).write(into: &facts)
    }

    /// What libavformat passes over in a container's headers.
    private mutating func passedOver(
        _ kind: ContainerKind,
        _ job: FactsRequest,
        _ descriptor: Int32
    ) throws(UnreadableFile) -> HeaderExtras {
        var extras = HeaderExtras()
        head.open(descriptor, size: job.size)
        switch kind {
        case .movie: extras.boxes = try MovieBoxes(reading: &head)
        case .windowsMedia: extras.creation = try WindowsMediaHeader(reading: &head).creation
        case .avi: extras.recorded = try AVIHeader(reading: &head).recorded
        case .matroska, .transportStream, .programStream, .elementaryStream: break
        }
        return extras
    }
}
