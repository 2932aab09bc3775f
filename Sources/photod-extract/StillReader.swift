import ExtractionWire
import WorkerBox

/// Reads still images and sidecars.
struct StillReader: ~Copyable, MetadataReader {
    private var exif = ExifReader()
    private var head = FileHead()

    static var libraries: [WorkerHello.Library] { [] }

    mutating func warmUp() {
        exif.warmUp()
    }

    mutating func read(_ job: JobRequest, _ descriptor: Int32, into reply: inout ReplyEncoder)
        throws(UnreadableFile)
    {
        head.open(descriptor, size: job.size)
        exif.clear()
        let layout = try JPEGLayout(reading: &head) { exif.load($0) }
        exif.write(number: job.number, layout: layout, into: &reply)
    }
}
