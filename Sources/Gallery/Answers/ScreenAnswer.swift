import HTTPTypes
import HummingbirdCore
import LineProtocol
import NIOCore
import Synchronization

/// `ui` over HTTP: the lines that the gallery's socket sends, when all of them are there.
struct ScreenAnswer: Sendable {
    let screens: Screens
    let threads: FileThreads

    func response(
        to question: LineRequest,
        _ request: PageRequest,
        isPost: Bool
    ) async throws(Refusal) -> Response {
        guard isPost || ScreenRequest.readsOnly(question) else {
            throw .postOnly("this changes what a screen shows: ask it by POST")
        }
        let wish = try await wish(question, request, isPost: isPost)
        switch wish {
        case .screens: return try await lines(nil, ScreenLines.state)
        case .tree(let name): return try await lines(name, ScreenLines.tree)
        case .constants(let name): return try await lines(name, ScreenLines.constants)
        case .forget(let name):
            do throws(ProtocolError) { try screens.forget(name) } catch { throw Refusal(error) }
            return .bytes([], type: ContentType.lines)
        case .command(let command, let name, let time):
            let given: Result<[UInt8], ProtocolError>
            do { given = try await Self.end(of: command, to: name, time, screens) } catch {
                throw Refusal(status: 503, name: "cancelled", "the screen was not waited for")
            }
            switch given {
            case .success(let lines): return .bytes(lines, type: ContentType.lines)
            case .failure(let error): throw Refusal(error)
            }
        }
    }

    /// What comes in the body is the command's JSON.
    private func wish(
        _ question: LineRequest,
        _ request: PageRequest,
        isPost: Bool
    ) async throws(Refusal) -> ScreenRequest {
        var question = question
        if isPost {
            let body: ByteBuffer
            do { body = try await request.body.collect(upTo: CommandQuery.bodyLimit) } catch {
                throw Refusal(.tooLarge, command: "ui", "the JSON is over \(CommandQuery.bodyLimit) bytes")
            }
            guard let text = String(validating: body.readableBytesView, as: UTF8.self) else {
                throw Refusal(.argument, command: "ui", "the JSON is not UTF-8 text")
            }
            if !text.isEmpty { question.positionals.append(text) }
        }
        do throws(ProtocolError) {
            return try ScreenRequest(Arguments(question, knowing: ControlCommands.table.definitions))
        } catch { throw Refusal(error) }
    }

    private func lines(
        _ name: ScreenName?,
        _ line: @escaping @Sendable (Screen) -> [UInt8]
    ) async throws(Refusal) -> Response {
        let found: [Screen]
        do throws(ProtocolError) { found = try screens.look(at: name) } catch { throw Refusal(error) }
        do {
            let bytes = try await threads.run { found.flatMap(line) }
            return .bytes(bytes, type: ContentType.lines)
        } catch let error as FileThreads.NoThread {
            throw Refusal(opening: error)
        } catch {
            throw Refusal(status: 503, name: "cancelled", "the answer was not waited for")
        }
    }

    /// The lines of a command that somebody waits for, or its refusal.
    private static func end(
        of command: ScreenCommand,
        to name: ScreenName?,
        _ time: Duration,
        _ screens: Screens
    ) async throws -> Result<[UInt8], ProtocolError> {
        let waiting = WaitingAnswer()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard waiting.begin(continuation) else { return }
                let waiter = CommandWaiter {
                    waiting.add($0)
                } end: {
                    waiting.end($0.map { ProtocolError($0, of: "ui") })
                }
                do throws(ProtocolError) {
                    waiting.leaves(try screens.give(command, to: name, waitingFor: time, waiter))
                } catch { waiting.end(error) }
            }
        } onCancel: {
            waiting.cancel()
        }
    }
}

/// The lines of one command until its end.
private final class WaitingAnswer: Sendable {
    typealias Continuation = CheckedContinuation<Result<[UInt8], ProtocolError>, any Error>

    private struct State {
        var lines: [UInt8] = []
        var continuation: Continuation?
        var isCancelled = false
        var leave: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// - Returns: `false` where it was cancelled before: nobody waits for a command that would be given now.
    func begin(_ continuation: Continuation) -> Bool {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.continuation = continuation }
            return state.isCancelled
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        return !isCancelled
    }

    func add(_ line: [UInt8]) { state.withLock { $0.lines += line } }

    func end(_ error: ProtocolError?) {
        let (continuation, lines, leave) = take()
        leave?()
        continuation?.resume(returning: error.map { .failure($0) } ?? .success(lines))
    }

    /// - Parameter leave: is called when nobody waits any more.
    func leaves(_ leave: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if state.continuation != nil { state.leave = leave }
            return state.continuation == nil
        }
        if isOver { leave() }
    }

    func cancel() {
        state.withLock { $0.isCancelled = true }
        let (continuation, _, leave) = take()
        leave?()
        continuation?.resume(throwing: CancellationError())
    }

    private func take() -> (Continuation?, [UInt8], (@Sendable () -> Void)?) {
        state.withLock { state in
            defer {
                state.continuation = nil
                state.leave = nil
            }
            return (state.continuation, state.lines, state.leave)
        }
    }
}
