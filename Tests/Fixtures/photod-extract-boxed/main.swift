import CMisdeeds
import ExtractionWire
import Glibc
import PhotoModel
import WorkerBox

// A worker that stands in the real sandbox and does there what a file's first two lines say, a deed and what it is done
// to: what hostile bytes would do, had they taken a worker over. The name it is started by says whose box it is in.

struct MisledJobs: JobTable {
    static let libraries: [WorkerHello.Library] = []

    mutating func warmUp() {}

    mutating func perform(_ job: AssignedJob, into reply: inout ReplyEncoder) throws(WireError) {
        switch job.kind {
        case .readFacts: try readFacts(job, into: &reply)
        case .editSidecar, .editImage, .renderThumbnail, .renderPreview, .takeFrame, .describeVideo:
            reply.append(refused: job.number)
        case .trial: try join(job, into: &reply)
        }
    }

    /// A deed that was done is a fact, one that was refused makes the file unreadable, and a file that asks for none
    /// has its text as description.
    private func readFacts(_ job: AssignedJob, into reply: inout ReplyEncoder) throws(WireError) {
        let descriptor = job.sources[0]
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var argument = lines.count > 1 ? lines[1] : ""
        if argument == "parent" { argument = CommandLine.arguments[1] }
        var number = job.number
        var description = text
        switch lines[0] {
        case "answer-for-another": number &+= 1
        case "answer-twice": try answer(number, "first", &reply)
        default:
            switch Int(misdeed_do(lines[0], argument, descriptor)) {
            case MISDEED_DONE: description = "done: \(lines[0])"
            case MISDEED_REFUSED:
                return reply.append(number: number, failed: UnreadableReason.notThisFormat.rawValue)
            default: break
            }
        }
        try answer(number, description, &reply)
    }

    private func answer(
        _ number: UInt32,
        _ description: String,
        _ reply: inout ReplyEncoder
    ) throws(WireError) {
        var facts = FactEncoder()
        Array(description.utf8).withUnsafeBytes { facts.append(.imageDescription, text: $0) }
        try reply.append(number: number, of: .readFacts, done: facts.payload)
    }

    /// Writes what is in both files into a third, and gives that back with the payload it came with.
    private func join(_ job: AssignedJob, into reply: inout ReplyEncoder) throws(WireError) {
        var bytes: [UInt8] = []
        for source in job.sources {
            var part = [UInt8](repeating: 0, count: 512)
            let count = pread(source, &part, part.count, 0)
            bytes += part.prefix(max(0, count))
        }
        guard let target = job.targets.first, ftruncate(target, 0) == 0,
            pwrite(target, bytes, bytes.count, 0) == bytes.count
        else { return reply.append(number: job.number, failed: UInt8(clamping: errno)) }
        var payload = WireBytes()
        payload.append(job.payload)
        try reply.append(number: job.number, of: job.kind, done: payload, descriptor: target)
    }
}

let program = CommandLine.arguments[0].split(separator: "/").last ?? ""
let needs: [String.SubSequence: SandboxNeeds] = [
    "photod-media": [], "photod-writer": [.writesTargets],
    "photod-render": [.mapsFiles, .startsThreads, .writesTargets, .decodesPictures],
]
exit(
    runWorker(
        "photod-extract-boxed",
        arguments: CommandLine.arguments,
        needs: needs[program] ?? [.mapsFiles],
        jobs: MisledJobs()
    )
)
