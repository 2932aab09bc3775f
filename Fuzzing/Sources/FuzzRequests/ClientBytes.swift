import LineProtocol
import PhotoModel

/// What a client sends, in any pieces: lines, requests, and their words read as everything that a command may
/// ask for. libFuzzer calls this once an input and keeps those that reach new code; a trap is a finding.
///
/// The first byte says how long the pieces are.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    guard let pieceLength = bytes.first.map({ Int($0) + 1 }) else { return 0 }
    let stream = Array(bytes.dropFirst())
    let whole = lines(of: stream, pieceLength: max(stream.count, 1))
    precondition(
        whole == lines(of: stream, pieceLength: pieceLength),
        "lines that depend on how their bytes came"
    )
    for case .line(let line) in whole { checkRequest(line) }
    return 0
}

/// What the seeds ask for, taking all that any of photod's commands takes.
private let commands = CommandDefinitions(
    ["ping", "months", "count", "photos", "photo", "find", "viewed", "changes", "subscribe", "sync"].map {
        name in
        CommandDefinition(
            name,
            words: 0...1000,
            options: [
                "offset", "limit", "after", "type", "group", "other", "unviewed", "fields", "from", "to",
                "near",
                "favorite", "ids", "since", "timeout",
            ],
            since: "",
            summary: ""
        )
    }
)

private enum Framed: Equatable {
    case line([UInt8])
    case violation(LineFramer.Violation)
}

/// Everything a framer says of a stream that arrives in pieces. It ends with the first violation, as a
/// connection does.
private func lines(of stream: [UInt8], pieceLength: Int) -> [Framed] {
    // A small limit, so that inputs reach it.
    var framer = LineFramer(limit: 512)
    var framed: [Framed] = []
    var start = 0
    while start < stream.count {
        let end = min(start + pieceLength, stream.count)
        framer.append(stream[start..<end])
        start = end
        do throws(LineFramer.Violation) {
            while let line = try framer.nextLine() { framed.append(.line(Array(line))) }
        } catch {
            framed.append(.violation(error))
            return framed
        }
    }
    return framed
}

private func checkRequest(_ line: [UInt8]) {
    do throws(ProtocolError) {
        guard let request = try RequestParser.parse(line[...], knowing: commands) else { return }
        let arguments = try Arguments(request, knowing: commands)
        checkLine(of: request)
        readWords(arguments)
    } catch {
        precondition(!error.message.isEmpty, "a refusal that says nothing")
        _ = RequestUpload.mayFollow(line[...])
    }
}

/// A request that was read can be written and read again.
private func checkLine(of request: Request) {
    var line: [UInt8] = []
    request.appendLine(to: &line)
    let again = try? RequestParser.parse(line.dropLast(), knowing: commands)
    precondition(again == request, "a request that does not come back as it was")
}

/// Reads the words of any command as whatever a command may take them for; refusals are no findings.
private func readWords(_ arguments: Arguments) {
    _ = try? PhotosQuery(arguments)
    _ = try? arguments.month()
    _ = try? arguments.path()
    _ = try? arguments.reference()
    _ = try? arguments.topics()
    _ = try? arguments.clock()
    _ = try? arguments.seconds("timeout")
    _ = try? arguments.integer("limit", in: 0...Int.max)
    _ = RequestUpload.announced(by: arguments.request)
}
