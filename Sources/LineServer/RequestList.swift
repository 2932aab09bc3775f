import LineProtocol

/// A command list as it comes in. Nothing is answered before it is whole, so that a line that cannot be read is refused
/// in its turn, after the replies to those before it.
struct RequestList {
    enum Step {
        case more
        case complete
    }

    static let commandLimit = 1000

    private(set) var entries: [Result<Request, ProtocolError>] = []
    private var received = 0
    private var isRefused = false

    /// - Throws: `too-large`, after which the connection closes.
    mutating func add(
        _ line: ArraySlice<UInt8>,
        knowing commands: CommandDefinitions
    ) throws(ProtocolError) -> Step {
        received += line.count + 1
        do throws(ProtocolError) {
            guard let request = try RequestParser.parse(line, knowing: commands) else { return .more }
            if request.command == SessionCommand.listEnd.rawValue {
                _ = try Arguments(request, knowing: commands)
                return .complete
            }
            try checkSize(command: request.command)
            append(.success(request))
        } catch {
            if error.code == .tooLarge { throw error }
            append(.failure(error))
            // However its end is written the list is over: its client waits for the answer.
            if error.command == SessionCommand.listEnd.rawValue { return .complete }
        }
        return .more
    }

    /// Answering stops at the first refusal, so nothing is kept behind one.
    private mutating func append(_ entry: Result<Request, ProtocolError>) {
        guard !isRefused else { return }
        entries.append(entry)
        if case .failure = entry { isRefused = true }
    }

    private func checkSize(command: String) throws(ProtocolError) {
        guard entries.count < Self.commandLimit, received <= ProtocolVersion.uploadLimit else {
            throw ProtocolError(
                code: .tooLarge,
                command: command,
                message:
                    "a list has at most \(Self.commandLimit) commands and \(ProtocolVersion.uploadLimit) "
                    + "bytes: send it in parts"
            )
        }
    }
}
