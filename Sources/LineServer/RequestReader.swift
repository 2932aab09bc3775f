import LineProtocol

/// Makes of received bytes what a client asks for: single requests, whole command lists, requests with what
/// follows them. It does no I/O.
struct RequestReader {
    enum Demand {
        /// The one request whose only use is to be fast: it is not even parsed.
        case ping
        case request(Request)
        case list(RequestList)
        /// The client is told why. `closes`: what it sends next cannot be told from commands.
        case refusal(ProtocolError, listIndex: Int, closes: Bool)
    }

    private enum Mode {
        case commands
        case list(RequestList)
        case upload(RequestUpload)
    }

    private let commands: CommandDefinitions
    private var framer = LineFramer()
    private var mode = Mode.commands

    /// - Parameter commands: those of the program that is asked.
    init(knowing commands: CommandDefinitions) {
        self.commands = commands
    }

    /// What is received and not yet worked off.
    var bufferedBytes: Int { framer.bufferedBytes }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        framer.append(bytes)
    }

    /// The next demand; `nil` where more bytes are needed.
    mutating func next() throws(LineFramer.Violation) -> Demand? {
        while let line = try framer.nextLine() {
            if let demand = take(line) { return demand }
        }
        return nil
    }

    private mutating func take(_ line: ArraySlice<UInt8>) -> Demand? {
        switch mode {
        case .commands: return takeCommand(line)
        case .list(var list):
            // The list is this frame's alone while it grows, so that it is not copied for each line.
            mode = .commands
            return takeListed(line, &list)
        case .upload(var upload):
            mode = .commands
            return takeUploaded(line, &upload)
        }
    }

    private mutating func takeCommand(_ line: ArraySlice<UInt8>) -> Demand? {
        if Self.isPing(line) { return .ping }
        do throws(ProtocolError) {
            guard let request = try RequestParser.parse(line, knowing: commands) else { return nil }
            if request.command == SessionCommand.listBegin.rawValue {
                _ = try Arguments(request, knowing: commands)
                mode = .list(RequestList())
                return nil
            }
            if let upload = RequestUpload(of: request) {
                // Refused before it is read, where the command takes none.
                _ = try Arguments(request, knowing: commands)
                mode = .upload(upload)
                return nil
            }
            return .request(request)
        } catch {
            return .refusal(error, listIndex: 0, closes: RequestUpload.mayFollow(line))
        }
    }

    private mutating func takeListed(_ line: ArraySlice<UInt8>, _ list: inout RequestList) -> Demand? {
        do throws(ProtocolError) {
            switch try list.add(line, knowing: commands) {
            case .more:
                mode = .list(list)
                return nil
            case .complete: return .list(list)
            }
        } catch {
            return .refusal(error, listIndex: list.entries.count, closes: true)
        }
    }

    private mutating func takeUploaded(_ line: ArraySlice<UInt8>, _ upload: inout RequestUpload) -> Demand? {
        do throws(ProtocolError) {
            switch try upload.add(line) {
            case .more:
                mode = .upload(upload)
                return nil
            case .complete(let request): return .request(request)
            }
        } catch {
            return .refusal(error, listIndex: 0, closes: true)
        }
    }

    private static func isPing(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.count == 4 else { return false }
        return line.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) == UInt32(bigEndian: 0x7069_6E67) }
    }
}
