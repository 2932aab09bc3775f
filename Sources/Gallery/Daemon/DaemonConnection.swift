import Glibc
import NIOCore
import NIOPosix
import PhotoClient

/// A connection to the daemon, for one request at a time.
final class DaemonConnection: Sendable {
    private let channel: any Channel
    private let handler: NIOLoopBound<ConversationHandler>

    private init(_ channel: any Channel, _ handler: NIOLoopBound<ConversationHandler>) {
        self.channel = channel
        self.handler = handler
    }

    deinit { channel.close(promise: nil) }

    /// Connects to the first of `candidates` that answers.
    static func open(
        to candidates: [SocketPath],
        on group: any EventLoopGroup
    ) async throws(ClientError) -> DaemonConnection {
        let socket = try DaemonSocket(to: candidates)
        do {
            return try await ClientBootstrap(group: group)
                .channelOption(.autoRead, value: false)
                .withConnectedSocket(socket.descriptor) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let handler = ConversationHandler(with: socket.path)
                        try channel.pipeline.syncOperations.addHandler(handler)
                        return DaemonConnection(channel, NIOLoopBound(handler, eventLoop: channel.eventLoop))
                    }
                }
        } catch {
            throw .system(call: "connect", code: (error as? IOError)?.errnoCode ?? EIO)
        }
    }

    /// Whether the daemon has not hung up, as far as is known.
    var isOpen: Bool { channel.isActive }

    /// The daemon sees the end, and leaves what it was doing for this connection.
    func close() { channel.close(promise: nil) }

    func ask(_ question: Question) async throws(ClientError) {
        let handler = handler
        let asked: EventLoopFuture<ClientError?> = channel.eventLoop.submit {
            do throws(ClientError) {
                try handler.value.ask(question)
                return nil
            } catch { return error }
        }
        // The loop ends with the process alone.
        if let failure = try? await asked.get() { throw failure }
    }

    /// What has come since, or comes next. A task that is cancelled closes the connection.
    func hear() async -> [Heard] {
        let handler = handler
        let promise = channel.eventLoop.makePromise(of: [Heard].self)
        channel.eventLoop.execute { handler.value.hear(promise) }
        return await withTaskCancellationHandler {
            (try? await promise.futureResult.get()) ?? [.failed(.closed)]
        } onCancel: {
            channel.close(promise: nil)
        }
    }
}
