import CShims
import ExtractionWire
import Glibc
import PhotoModel

// A worker for tests of the pool. It parses nothing: the name it is started by says how it greets, and a file's text
// says what it does with the file.

let socket: Int32 = 3

func send(_ message: [UInt8]) {
    let sent = message.withUnsafeBytes { photod_send(socket, $0.baseAddress, $0.count, nil, 0, 0) }
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

/// A file that damages the worker, which shows only at the next one.
nonisolated(unsafe) var isDamaged = false

func answer(_ job: JobRequest, _ text: String, into reply: inout ReplyEncoder) {
    if isDamaged { abort() }
    var number = job.number
    switch text {
    case "crash": abort()
    case "killed": kill(getpid(), SIGKILL)
    case "exit": exit(EX_OK)
    case "spin": spin()
    case "garbage": send([UInt8](repeating: 0xA5, count: 100))
    case "huge": send([UInt8](repeating: 1, count: WireFormat.maximumMessageLength + 1))
    case "wrong-number": number &+= 1
    case "damage": isDamaged = true
    case _ where text.hasPrefix("held:"): wait(forPipe: text.dropFirst("held:".count))
    case _ where text.hasPrefix("crash-held:"):
        wait(forPipe: text.dropFirst("crash-held:".count))
        abort()
    case "empty": return reply.append(number: number, unreadable: .empty)
    default: break
    }
    reply.beginFacts(number: number)
    let isSidecar = job.format == FileFormat.xmpSidecar.rawValue
    Array(text.utf8).withUnsafeBytes {
        reply.append(isSidecar ? .xmpDescription : .imageDescription, text: $0)
    }
    reply.endFacts()
}

func serve() {
    var buffer = [UInt8](repeating: 0, count: WireFormat.maximumMessageLength)
    var descriptors = [Int32](repeating: -1, count: Int(PHOTOD_MAXIMUM_DESCRIPTORS))
    var jobs: [JobRequest] = []
    while true {
        var count = 0
        let length = buffer.withUnsafeMutableBytes {
            photod_receive(socket, $0.baseAddress, $0.count, &descriptors, &count, 0)
        }
        guard length > 0 else { exit(length == 0 ? EX_OK : EX_IOERR) }
        do {
            try buffer.withUnsafeBytes {
                try RequestDecoder.decode(UnsafeRawBufferPointer(rebasing: $0[..<length]), into: &jobs)
            }
        } catch {
            exit(EX_PROTOCOL)
        }
        var reply = ReplyEncoder()
        reply.begin()
        for (job, descriptor) in zip(jobs, descriptors) {
            var text = [UInt8](repeating: 0, count: 512)
            let got = pread(descriptor, &text, text.count, 0)
            answer(job, String(decoding: text.prefix(max(0, got)), as: UTF8.self), into: &reply)
            close(descriptor)
        }
        send(reply.withMessage { Array($0) })
    }
}

guard photod_die_with_parent() == 0 else { exit(EX_UNAVAILABLE) }
greet(as: CommandLine.arguments[0].split(separator: "/").last ?? "")
serve()
