import CShims
import ExtractionWire
import Glibc
import PhotoModel

// A worker for tests of the pool. It parses nothing: the name it is started by says how it greets, and a file's text
// says what it does with the file.

let socket: Int32 = 3

func send(_ message: [UInt8], _ descriptors: [Int32] = []) {
    let sent = message.withUnsafeBytes {
        photod_send(socket, $0.baseAddress, $0.count, descriptors, descriptors.count, 0)
    }
    if sent != message.count { exit(EX_IOERR) }
}

func spin() -> Never {
    while true { pause() }
}

func greet(as name: Substring) {
    var hello = WorkerHello(seccomp: true, landlock: 7, libraries: []).encoded()
    switch name {
    case "dies-first": exit(EX_SOFTWARE)
    case "refuses": hello = WorkerHello(seccomp: false, landlock: 0, libraries: []).encoded()
    case "without-landlock": hello = WorkerHello(seccomp: true, landlock: 0, libraries: []).encoded()
    case "other-version": hello[0] = WireFormat.version + 1
    case "mute": spin()
    default: break
    }
    send(hello)
}

/// Waits until a test opens a named pipe for writing.
func wait(forPipe path: Substring) {
    let descriptor = open(String(path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { exit(EX_NOINPUT) }
    close(descriptor)
}

func text(of descriptor: Int32) -> String {
    var text = [UInt8](repeating: 0, count: 512)
    let got = pread(descriptor, &text, text.count, 0)
    return String(decoding: text.prefix(max(0, got)), as: UTF8.self)
}

/// A file that damages the worker, which shows only at the next one.
nonisolated(unsafe) var isDamaged = false

/// Does what any file may ask for. Returns the number to answer with.
func obey(_ text: String, _ number: UInt32) -> UInt32 {
    if isDamaged { abort() }
    switch text {
    case "crash": abort()
    case "killed": kill(getpid(), SIGKILL)
    case "terminated": kill(getpid(), SIGTERM)
    case "exit": exit(EX_OK)
    case "spin": spin()
    case "garbage": send([UInt8](repeating: 0xA5, count: 100))
    case "huge": send([UInt8](repeating: 1, count: WireFormat.maximumMessageLength + 1))
    case "wrong-number": return number &+ 1
    case "damage": isDamaged = true
    case _ where text.hasPrefix("held:"): wait(forPipe: text.dropFirst("held:".count))
    case _ where text.hasPrefix("crash-held:"):
        wait(forPipe: text.dropFirst("crash-held:".count))
        abort()
    default: break
    }
    return number
}

func readFacts(_ job: JobRequest, _ descriptor: Int32, into reply: inout ReplyEncoder) throws {
    let file = try FactsRequest(decoding: job.payload)
    let text = text(of: descriptor)
    if text == "empty" {
        return reply.append(number: job.number, failed: UnreadableReason.empty.rawValue)
    }
    let number = obey(text, job.number)
    var facts = FactEncoder()
    let isSidecar = file.format == FileFormat.xmpSidecar.rawValue
    Array(text.utf8).withUnsafeBytes {
        facts.append(isSidecar ? .xmpDescription : .imageDescription, text: $0)
    }
    try reply.append(number: number, of: .readFacts, done: facts.payload)
}

/// A file that holds some text. It is in no folder, and told from others by the name it had.
func made(_ text: String) -> Int32 {
    var name = Array("/tmp/photod-joined-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    let bytes = Array(text.utf8)
    guard file >= 0, unlink(name) == 0, write(file, bytes, bytes.count) == bytes.count else { exit(EX_OSERR) }
    return file
}

/// A message with one result, as no encoder would write it.
func send(_ number: UInt32, done payload: [UInt8], says descriptors: UInt8, _ sent: [Int32]) {
    var bytes: [UInt8] = [WireFormat.version, 3, 1, 0]
    func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    append(UInt32(16 + payload.count))
    append(number)
    bytes += [0, descriptors]
    append(UInt16(payload.count))
    send(bytes + payload, sent)
}

/// Writes what is in both files into the third, or into one that it makes, and answers with the payload that came. The
/// first file may ask for other things.
func join(_ job: JobRequest, _ descriptors: [Int32], into reply: inout ReplyEncoder) throws {
    let deed = text(of: descriptors[0])
    let joined = deed + text(of: descriptors[1])
    let number = obey(deed, job.number)
    var payload = WireBytes()
    payload.append(job.payload)
    switch deed {
    case "refuse": return reply.append(refused: number)
    case "fail": return reply.append(number: number, failed: 77)
    case "too-much": send(number, done: [UInt8](repeating: 0x41, count: 65), says: 0, [])
    case "none-sent": send(number, done: [], says: 1, [])
    case "none-told": send(number, done: [], says: 0, [made(joined)])
    case "two-sent": send(number, done: [], says: 1, [made(joined), made(joined)])
    case "no-file": send(number, done: [], says: 1, [socket])
    case "answer-and-crash":
        send(number, done: [], says: 1, [made(joined)])
        abort()
    default: break
    }
    guard descriptors.count == 3 else {
        return try reply.append(number: number, of: .trial, done: payload, descriptor: made(joined))
    }
    let bytes = Array(joined.utf8)
    guard pwrite(descriptors[2], bytes, bytes.count, 0) == bytes.count else { exit(EX_IOERR) }
    try reply.append(number: number, of: .trial, done: payload)
}

func serve() throws {
    var buffer = [UInt8](repeating: 0, count: WireFormat.maximumMessageLength)
    var descriptors = [Int32](repeating: -1, count: Int(PHOTOD_MAXIMUM_DESCRIPTORS))
    while true {
        var count = 0
        let length = buffer.withUnsafeMutableBytes {
            photod_receive(socket, $0.baseAddress, $0.count, &descriptors, &count, 0)
        }
        guard length > 0 else { exit(length == 0 ? EX_OK : EX_IOERR) }
        var reply = ReplyEncoder()
        reply.begin()
        try buffer.withUnsafeBytes {
            var jobs = try RequestDecoder(UnsafeRawBufferPointer(rebasing: $0[..<length]))
            guard try jobs.descriptorCount() == count else { exit(EX_PROTOCOL) }
            var position = 0
            while let job = try jobs.next() {
                let own = Array(descriptors[position..<(position + job.descriptors.count)])
                position += own.count
                switch job.kind {
                case .readFacts: try readFacts(job, own[0], into: &reply)
                case .editSidecar, .editImage, .renderThumbnail, .renderPreview, .takeFrame, .describeVideo:
                    reply.append(refused: job.number)
                case .trial: try join(job, own, into: &reply)
                case nil: reply.append(refused: job.number)
                }
                for descriptor in own { close(descriptor) }
            }
        }
        let made = reply.descriptors
        send(reply.withMessage { Array($0) }, made)
        for descriptor in made { close(descriptor) }
    }
}

guard photod_die_with_parent() == 0 else { exit(EX_UNAVAILABLE) }
greet(as: CommandLine.arguments[0].split(separator: "/").last ?? "")
do {
    try serve()
} catch {
    exit(EX_PROTOCOL)
}
