import Configuration
import LibraryIndex
import LineProtocol
import NIOCore
import PhotoModel
import Reconciling
import Threads

/// Commands that wait for something or change something. Each answers later, on its exchange.
final class OrderCommands: Sendable {
    private let context: CommandContext
    private let reload: @Sendable () throws -> Void

    /// - Parameter reload: reads the configuration again and puts it in force.
    init(context: CommandContext, reload: @escaping @Sendable () throws -> Void) {
        self.context = context
        self.reload = reload
    }

    func perform(_ arguments: Arguments, on exchange: Exchange, start: UInt64) {
        do throws(ProtocolError) {
            switch arguments.request.command {
            case "sync": try sync(arguments, exchange)
            case "viewed": try viewed(arguments, exchange)
            case "rescan": try rescan(arguments, exchange)
            case "reload": try reload(arguments, exchange)
            case "root-add": try addRoot(arguments, exchange)
            case "root-remove": try removeRoot(arguments, exchange)
            default:
                throw ProtocolError(
                    code: .unsupported,
                    command: arguments.request.command,
                    message: "not on this connection"
                )
            }
            context.statistics.count(arguments.request.command, since: start, isRefused: false)
        } catch {
            context.statistics.count(arguments.request.command, since: start, isRefused: true)
            exchange.finish(refusing: error)
        }
    }

    // MARK: sync

    private func sync(_ arguments: Arguments, _ exchange: Exchange) throws(ProtocolError) {
        let timeout = try arguments.seconds("timeout") ?? .seconds(60)
        let library = context.library
        let isAnswered = Monitor(false)
        // Of the answer and the timeout one comes first, and only it counts.
        let claim: @Sendable () -> Bool = {
            isAnswered.withLock { answered in
                defer { answered = true }
                return !answered
            }
        }
        let number = library.sync {
            guard claim() else { return }
            exchange.finishWithOK(after: Self.syncReply(library))
        }
        guard !isAnswered.withLock({ $0 }) else { return }
        let nanoseconds = Int64(timeout / .nanoseconds(1))
        let timer = exchange.eventLoop.scheduleTask(in: .nanoseconds(nanoseconds)) {
            guard claim() else { return }
            library.cancelSync(number)
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
            library.cancelSync(number)
        }
    }

    private static func syncReply(_ library: PhotoLibrary) -> [UInt8] {
        var json = JSONWriter(capacity: 128)
        json.beginObject()
        json.key("clock")
        json.clock(library.index.clock)
        json.key("unreachable")
        json.beginArray()
        for root in library.allRoots where root.state == .offline { json.string(root.library.path.bytes) }
        json.endArray()
        json.endObject()
        json.endLine()
        return json.bytes
    }

    // MARK: viewed

    private func viewed(_ arguments: Arguments, _ exchange: Exchange) throws(ProtocolError) {
        let words = arguments.request.positionals
        guard !words.isEmpty else {
            throw arguments.failure("which photos? write: \(arguments.definition.usage)")
        }
        context.library.perform({ writer throws(IndexError) in
            var marking = ViewedMarking(writer: writer, context: self.context)
            for word in words { try marking.mark(word) }
            return marking.reply()
        }) { result in
            switch result {
            case .success(let reply): exchange.finishWithOK(after: reply)
            case .failure(let error):
                exchange.finish(
                    refusing: ProtocolError(code: .system, command: "viewed", message: "\(error)")
                )
            }
        }
    }

    // MARK: rescan

    private func rescan(_ arguments: Arguments, _ exchange: Exchange) throws(ProtocolError) {
        let path = try arguments.path()
        guard context.library.rescan(path) else {
            throw ProtocolError(
                code: .noSuch,
                command: "rescan",
                message: "\(path?.display ?? "") lies in no root: “roots” lists them"
            )
        }
        exchange.finishWithOK()
    }

    // MARK: Configuration

    private func reload(_ arguments: Arguments, _ exchange: Exchange) throws(ProtocolError) {
        try Self.refusing(arguments) { try reload() }
        exchange.finishWithOK()
    }

    private func addRoot(_ arguments: Arguments, _ exchange: Exchange) throws(ProtocolError) {
        guard let path = try arguments.path() else {
            throw arguments.failure("which folder? write: root-add PATH")
        }
        guard !context.library.allRoots.contains(where: { $0.library.path == path }) else {
            throw ProtocolError(
                code: .exists,
                command: "root-add",
                message: "\(path.display) is a root already: “roots” lists them"
            )
        }
        try Self.refusing(arguments) {
            let library = try context.configuration.add(path)
            try context.library.addRoot(library, isAdded: true)
        }
        exchange.finishWithOK()
    }

    private func removeRoot(_ arguments: Arguments, _ exchange: Exchange) throws(ProtocolError) {
        guard let path = try arguments.path() else {
            throw arguments.failure("which folder? write: root-remove PATH")
        }
        guard let root = context.library.allRoots.first(where: { $0.library.path == path }) else {
            throw ProtocolError(
                code: .noSuch,
                command: "root-remove",
                message: "\(path.display) is no root: “roots” lists them"
            )
        }
        guard root.isAdded else {
            throw ProtocolError(
                code: .unsupported,
                command: "root-remove",
                message: "\(path.display) comes from the configuration: take it out there, then “reload”"
            )
        }
        try Self.refusing(arguments) { try context.configuration.remove(path) }
        context.library.removeRoot(root) { error in
            if let error {
                exchange.finish(
                    refusing: ProtocolError(code: .system, command: "root-remove", message: "\(error)")
                )
            } else {
                exchange.finishWithOK()
            }
        }
    }

    /// A configuration that cannot be is the request's fault; all else is the system's.
    private static func refusing(_ arguments: Arguments, _ body: () throws -> Void) throws(ProtocolError) {
        do {
            try body()
        } catch let error as ConfigurationError {
            throw arguments.failure("\(error)")
        } catch {
            throw ProtocolError(code: .system, command: arguments.request.command, message: "\(error)")
        }
    }
}

/// Marks photos viewed, one line of result each.
struct ViewedMarking {
    private let writer: IndexWriter
    private let context: CommandContext
    private var lines: [UInt8] = []
    private var succeeded = 0
    private var failed = 0

    init(writer: IndexWriter, context: CommandContext) {
        self.writer = writer
        self.context = context
    }

    mutating func mark(_ word: String) throws(IndexError) {
        guard let asset = try find(word) else {
            failed += 1
            say(
                word,
                result: "error",
                name: ReplyCode.noSuch.name,
                message: "no such photo: “photos” lists ids"
            )
            return
        }
        succeeded += 1
        let isNews = try writer.setViewed(asset, true)
        say(asset.id.description, result: isNews ? "ok" : "unchanged", name: nil, message: nil)
    }

    private func find(_ word: String) throws(IndexError) -> IndexedAsset? {
        switch AssetReference(word) {
        case nil: return nil
        case .id(let id): return try writer.reader.asset(id)
        case .path(let path):
            let commands = ReadingCommands(context: context, reader: writer.reader, writer: ReplyWriter())
            guard let id = try commands.id(at: path) else { return nil }
            return try writer.reader.asset(id)
        }
    }

    private mutating func say(_ id: String, result: String, name: String?, message: String?) {
        var json = JSONWriter(capacity: 256)
        json.beginObject()
        json.member("id", id)
        json.member("result", result)
        if let name {
            json.member("name", name)
        }
        if let message {
            json.member("message", message)
        }
        json.endObject()
        json.endLine()
        json.withUnsafeBytes { lines.append(contentsOf: $0) }
    }

    /// The lines so far and the sum. Marks are no batch that could be undone, so it names none.
    func reply() -> [UInt8] {
        var json = JSONWriter(capacity: 128)
        json.beginObject()
        json.key("batch")
        json.null()
        json.member("ok", succeeded)
        json.member("errors", failed)
        json.endObject()
        json.endLine()
        return lines + json.bytes
    }
}
