import CMisdeeds
import ExtractionWire
import Glibc
import PhotoModel
import WorkerBox

// A worker that stands in the real sandbox and does there what a file's first two lines say, a deed and what it is done
// to: what hostile bytes would do, had they taken a worker over. The name it is started by says whose box it is in.

struct MisledReader: MetadataReader {
    static let libraries: [WorkerHello.Library] = []

    mutating func warmUp() {}

    /// A deed that was done is a fact, one that was refused makes the file unreadable, and a file that asks for none
    /// has its text as description.
    mutating func read(_ job: JobRequest, _ descriptor: Int32, into reply: inout ReplyEncoder)
        throws(UnreadableFile)
    {
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
        case "answer-twice": answer(number, "first", &reply)
        default:
            switch Int(misdeed_do(lines[0], argument, descriptor)) {
            case MISDEED_DONE: description = "done: \(lines[0])"
            case MISDEED_REFUSED: throw UnreadableFile(reason: .notThisFormat)
            default: break
            }
        }
        answer(number, description, &reply)
    }

    private func answer(_ number: UInt32, _ description: String, _ reply: inout ReplyEncoder) {
        reply.beginFacts(number: number)
        Array(description.utf8).withUnsafeBytes { reply.append(.imageDescription, text: $0) }
        reply.endFacts()
    }
}

let program = CommandLine.arguments[0].split(separator: "/").last ?? ""
exit(
    runWorker(
        "photod-extract-boxed",
        arguments: CommandLine.arguments,
        needs: program.hasPrefix("photod-media") ? [] : [.mapsFiles],
        reader: MisledReader()
    )
)
