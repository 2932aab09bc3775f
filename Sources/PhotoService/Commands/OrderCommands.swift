import BatchService
import Batches
import Glibc
import Importing
import LibraryIndex
import LineProtocol
import LineServer
import NIOCore
import PhotoModel
import PhotodConfiguration
import Roots
import Threads
import WatchedLibrary

/// Commands that wait for something or change something. Each is begun on the event loop, and answers later, on its
/// exchange.
final class OrderCommands: Sendable {
    let context: CommandContext
    private let configurator: LibraryConfigurator
    let readers: ReaderThreads

    init(context: CommandContext, configurator: LibraryConfigurator, readers: ReaderThreads) {
        self.context = context
        self.configurator = configurator
        self.readers = readers
    }

    // MARK: sync

    func sync(_ arguments: Arguments, _ exchange: Exchange) throws(ProtocolError) {
        let timeout = try arguments.seconds("timeout") ?? .seconds(60)
        let (library, imports, edits) = (context.library, context.imports, context.edits)
        let isAnswered = Monitor(false)
        // Of the answer and the timeout one comes first, and only it counts.
        let claim: @Sendable () -> Bool = {
            isAnswered.withLock { answered in
                defer { answered = true }
                return !answered
            }
        }
        // What an import brings is a change like any other, so first it has to be there, and so has what is still written of
        // edits of an earlier run.
        let waiting = SyncWaiting(library) {
            guard claim() else { return }
            exchange.finishWithOK(after: Self.syncReply(library, imports))
        }
        imports.whenDone {
            edits.whenTried { waiting.begin() }
        }
        guard !isAnswered.withLock({ $0 }) else { return }
        let nanoseconds = Int64(timeout / .nanoseconds(1))
        let timer = exchange.eventLoop.scheduleTask(in: .nanoseconds(nanoseconds)) {
            guard claim() else { return }
            waiting.cancel()
            exchange.finish(
                refusing: ProtocolError(
                    code: .timeout,
                    command: "sync",
                    message: "changes are still being read: ask again, or with a longer timeout="
                )
            )
        }
        exchange.atEnd {
            timer.cancel()
            waiting.cancel()
        }
    }

    private static func syncReply(_ library: PhotoLibrary, _ imports: ImportService) -> [UInt8] {
        var json = JSONWriter(capacity: 128)
        json.beginObject()
        json.key("clock")
        json.clock(library.index.clock)
        json.key("unreachable")
        json.beginArray()
        var unreachable = library.allRoots.filter { $0.state == .offline }.map(\.library.path)
        unreachable += imports.unreachable.filter { !unreachable.contains($0) }
        for path in unreachable { json.string(path.bytes) }
        json.endArray()
        json.key("unreachableUris")
        json.beginArray()
        for path in unreachable { json.uri(path) }
        json.endArray()
        json.endObject()
        json.endLine()
        return json.bytes
    }

    // MARK: batches

    func batch(_ arguments: Arguments, _ exchange: Exchange) {
        let name = arguments.request.positionals.first ?? ""
        tell("batch", exchange) { imports throws(ImportError) in try imports.lines(of: name) }
    }

    func batches(_ exchange: Exchange) {
        tell("batches", exchange) { imports throws(ImportError) in try imports.batches() }
    }

    private func tell(
        _ command: String,
        _ exchange: Exchange,
        _ reply: @escaping @Sendable (ImportService) throws(ImportError) -> [UInt8]
    ) {
        readers.run(.page, for: exchange) { [context] in
            do throws(ImportError) {
                exchange.finishWithOK(after: try reply(context.imports))
            } catch {
                exchange.finish(refusing: ProtocolError(error, of: command))
            }
        } orElse: {
            exchange.abandon()
        }
    }

    /// What a batch did is taken back by whoever did it.
    func undo(_ arguments: Arguments, _ exchange: Exchange) {
        let word = arguments.request.positionals.first ?? ""
        let cancellation = Cancellation()
        exchange.atEnd { cancellation.cancel() }
        readers.run(.page, for: exchange) { [context] in
            let (imports, edits) = (context.imports, context.edits)
            do throws(BatchError) {
                if let batch = BatchName(word), try Self.isEdit(batch, in: imports.store) {
                    // Between what is put back and what the index has read of it nothing may be cut off.
                    edits.undo(batch, to: exchange)
                } else {
                    imports.undo(word, to: exchange, cancellation)
                }
            } catch {
                exchange.finish(refusing: ProtocolError(ImportError.journal(error), of: "undo"))
            }
        } orElse: {
            exchange.abandon()
        }
    }

    /// Of a batch that there is not, or that is damaged, whoever takes back imports tells.
    private static func isEdit(_ batch: BatchName, in store: BatchStore) throws(BatchError) -> Bool {
        do throws(BatchError) { return try store.readableSummary(of: batch)?.kind == .edit } catch {
            if case .system(_, _, ENOENT) = error { return false }
            throw error
        }
    }

    // MARK: viewed

    func viewed(_ arguments: Arguments, _ exchange: Exchange) throws(ProtocolError) {
        let words = try arguments.uploadedIdentifiers()
        let isViewed = try !arguments.flag("unset")
        let library = context.library
        library.run.perform({ writer throws(IndexError) in
            var marking = ViewedMarking(writer: writer, library: library, isViewed: isViewed)
            for word in words { try marking.mark(word) }
            return marking.reply()
        }) { result in
            switch result {
            case .success(let reply): exchange.finishWithOK(after: reply)
            case .failure(let error):
                exchange.finish(refusing: ProtocolError(error, of: "viewed"))
            }
        }
    }

    // MARK: rescan

    func rescan(_ arguments: Arguments, _ exchange: Exchange) throws(ProtocolError) {
        guard let path = try arguments.path() else {
            return configure(arguments, exchange) { [self] configurator in
                // A zone that cannot be read keeps nothing from being looked at.
                let zone = Result { try configurator.readZone() }
                _ = rescan(nil)
                try zone.get()
            }
        }
        guard rescan(path) else {
            throw ProtocolError(
                code: .noSuch,
                command: "rescan",
                message: "\(path.display) lies in no root: “roots” lists them"
            )
        }
        exchange.finishWithOK()
    }

    /// - Returns: `false` where the path lies in no root and no import folder.
    private func rescan(_ path: FilePath?) -> Bool {
        let isImportedFrom = context.imports.folders.rescan(path)
        return context.library.run.rescan(path) || isImportedFrom
    }

    // MARK: Configuration

    func reload(_ arguments: Arguments, _ exchange: Exchange) {
        configure(arguments, exchange) { try $0.reload() }
    }

    func addRoot(_ arguments: Arguments, _ exchange: Exchange) throws(ProtocolError) {
        let path = try Self.folder(arguments)
        configure(arguments, exchange) { try $0.add(path) }
    }

    func removeRoot(_ arguments: Arguments, _ exchange: Exchange) throws(ProtocolError) {
        let path = try Self.folder(arguments)
        configure(arguments, exchange) { try $0.remove(path) }
    }

    private static func folder(_ arguments: Arguments) throws(ProtocolError) -> FilePath {
        guard let path = try arguments.path() else {
            throw arguments.failure("which folder? write: \(arguments.definition.usage)")
        }
        return path
    }

    /// Elsewhere than on the event loop: it reads files and waits for the writer.
    private func configure(
        _ arguments: Arguments,
        _ exchange: Exchange,
        _ change: @escaping @Sendable (LibraryConfigurator) throws -> Void
    ) {
        let command = arguments.request.command
        // The change is made whether its client waits or not.
        readers.run(.page, for: nil) { [configurator] in
            do {
                try change(configurator)
                exchange.finishWithOK()
            } catch {
                exchange.finish(refusing: Self.refusal(of: command, error))
            }
        } orElse: {
            exchange.abandon()
        }
    }

    /// A configuration that cannot be is the request's fault; all else is the system's.
    private static func refusal(of command: String, _ error: any Error) -> ProtocolError {
        switch error {
        case let error as RootRefusal:
            return ProtocolError(code: error.code, command: command, message: "\(error)")
        case let error as ConfigurationError:
            // What a request asked to be added is in no file yet that could be named.
            let isAsked = if case .addedRoots = error.origin { true } else { false }
            let message = isAsked ? "\(error.problem); \(error.remedy)" : "\(error)"
            return ProtocolError(code: .argument, command: command, message: message)
        default:
            return ProtocolError(error, of: command)
        }
    }
}
