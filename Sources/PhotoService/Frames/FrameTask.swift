import Extraction
import ExtractionWire
import Files
import Glibc
import Importing
import LineProtocol
import LineServer
import PhotoModel
import Synchronization
import Threads

/// One `frame`: its video, which is opened once, and the frames that were told.
final class FrameTask: VideoTask {
    /// A turn that a worker is kept for.
    private struct Turn: Sendable {
        let pool: ExtractionPool
        let end: UInt64
        let over: @Sendable (TurnEnding) -> Void
    }

    private struct State {
        var subject: PictureSubject?
        var source: VideoSource?
        /// What the worker writes into just now.
        var target: MemoryFile?
        /// Frames that were told, or that wait to become photos.
        var told = 0
        /// Where those wait, and which they are.
        var stage: FrameStage?
        var pictures: [FrameSaving.Picture] = []
        var isOver = false
    }

    /// A picture is longer than that only where somebody has taken the worker over.
    private static let longestPicture = 256 << 20
    /// How long a job waits for a worker that cannot be started just now.
    private static let patience = Duration.seconds(10)

    let number: UInt64
    /// Of the worker that had the last turn: it has the video open.
    private let place = Mutex<Int?>(nil)
    private let order: FrameOrder
    private let context: CommandContext
    private let exchange: Exchange
    private let cancellation = Cancellation()
    private let state = Mutex(State())

    init(_ order: FrameOrder, number: UInt64, context: CommandContext, _ exchange: Exchange) {
        self.order = order
        self.number = number
        self.context = context
        self.exchange = exchange
    }

    // MARK: Beginning and end

    /// Looks the video up, and has it wait for its turn. On a reader's thread.
    func begin() {
        do {
            let wanted = try context.wantedPictures([order.word]).first
            guard let wanted, let subject = wanted.subject else { return fail(.unknown(order.word)) }
            guard subject.original.format.kind == .video else { return fail(.noVideo) }
            guard !wanted.isOffline else { return fail(.offline) }
            guard let maker = context.frames.maker else { return fail(.noWorker) }
            state.withLock { $0.subject = subject }
            maker.add(self)
        } catch { refuse(ProtocolError(error, of: "frame")) }
    }

    /// The exchange is over: its client has gone, or has all.
    func end() {
        let (target, stage) = state.withLock { state in
            defer { state = State(isOver: true) }
            return (state.target, state.stage)
        }
        cancellation.cancel()
        // Not on the event loop: it may hold a thousand pictures.
        if let stage { NamedThread("frame") { withExtendedLifetime(stage) {} }?.leave() }
        target?.setLength(WithdrawnTarget.length)
        context.frames.maker?.withdraw(self)
    }

    func abandon() { exchange.abandon() }

    func fail(_ failure: FrameFailure) {
        refuse(ProtocolError(code: failure.code, command: "frame", message: failure.message))
    }

    private func refuse(_ error: ProtocolError) {
        if close() { exchange.finish(refusing: error) }
    }

    /// Whether the caller is the first to end it.
    private func close() -> Bool {
        state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
    }

    // MARK: A turn

    func choosePlace(_ choose: (Int?) -> Int) -> Int {
        place.withLock { place in
            let chosen = choose(place)
            place = chosen
            return chosen
        }
    }

    /// Takes frames until none is left, or others want the worker.
    func go(
        on pool: ExtractionPool,
        until end: UInt64,
        over: @escaping @Sendable (TurnEnding) -> Void
    ) {
        let turn = Turn(pool: pool, end: end, over: over)
        let (subject, source) = state.withLock { ($0.isOver ? nil : $0.subject, $0.source) }
        guard let subject else { return over(.over) }
        if source != nil { return takeNext(turn) }
        let answer = Claim()
        context.looks.perform(root: subject.root) { [self] in
            let failure = open(subject)
            guard answer.take() else { return }
            if let failure { return fail(failure, turn) }
            takeNext(turn)
        } orElse: { [self] in
            if answer.take() { fail(.silent, turn) }
        }
    }

    private func fail(_ failure: FrameFailure, _ turn: Turn) {
        // Whoever hears of it finds the worker free.
        turn.over(.over)
        fail(failure)
    }

    /// Opens the video, and looks whether the frame may be written. On a thread that nobody waits for.
    private func open(_ subject: PictureSubject) -> FrameFailure? {
        do throws(FrameFailure) {
            let source = try VideoSource.open(subject.original.path)
            state.withLock { $0.source = source }
        } catch { return error }
        do throws(FrameFailure) {
            switch order.delivery {
            case .base64: break
            case .path(let path, let isReplacing):
                try FrameFile(path, number: 1, isReplacing: isReplacing).check()
            case .library: try FrameFile.check(beside: subject.original.path)
            }
        } catch { return error }
        return nil
    }

    private func takeNext(_ turn: Turn) {
        let start = MonotonicClock.now()
        let (source, told, isOver) = state.withLock { ($0.source, $0.told, $0.isOver) }
        guard let source, !isOver else { return turn.over(.over) }
        guard let wish = order.wish(told, session: number) else {
            turn.over(.over)
            return finish()
        }
        if case .library = order.delivery, told == FrameSaving.limit { return fail(.tooMany, turn) }
        guard exchange.hasRoom else {
            turn.over(.over)
            return exchange.whenRoom { [self] in context.frames.maker?.add(self) }
        }
        if start > turn.end, context.frames.maker?.isAwaited == true { return turn.over(.othersTurn) }
        let target = MemoryFile()
        let written = target?.duplicate() ?? -1
        let read = source.duplicate()
        guard let target, written >= 0, read >= 0 else {
            for descriptor in [written, read] where descriptor >= 0 { Glibc.close(descriptor) }
            return fail(.noRoom, turn)
        }
        state.withLock { $0.target = target }
        let batch = JobBatch<TakeFrame>(mayHang: true)
        do throws(JobRefusal) {
            try batch.add(TakeFrame(wish), sources: [read], targets: [written])
        } catch { return fail(FrameFailure(code: .system, message: "\(error)"), turn) }
        turn.pool.submit(batch, patience: Self.patience) { [self] outcomes in
            state.withLock { $0.target = nil }
            take(outcomes.first ?? .ended(.cancelled), target, wish, since: start, turn)
        }
    }

    private func take(
        _ outcome: FrameOutcome,
        _ target: MemoryFile,
        _ wish: FrameWish,
        since start: UInt64,
        _ turn: Turn
    ) {
        let failure: FrameFailure
        switch outcome {
        case .answered(.taken(let frame)):
            if let bytes = target.bytes(limit: Self.longestPicture) {
                return keep(bytes, frame, since: start, turn)
            }
            failure = FrameFailure(.crashed)
        case .answered(.pastEnd) where order.step != nil && state.withLock({ $0.told }) > 0:
            turn.over(.over)
            return finish()
        case .answered(.pastEnd(let duration)): failure = .pastEnd(wish.place, duration: duration)
        case .answered(.missingCodec(let name)): failure = .missingCodec(name)
        case .refused(let refusal): failure = FrameFailure(refusal)
        case .ended(let end): failure = FrameFailure(end)
        }
        context.frames.maker?.figures.count(isMade: false, nanoseconds: MonotonicClock.now() &- start)
        fail(failure, turn)
    }

    private func saving(_ state: State) -> FrameSaving.Order? {
        guard let stage = state.stage, let subject = state.subject else { return nil }
        return FrameSaving.Order(
            video: subject.id,
            isJPEG: order.format == .jpeg,
            pictures: state.pictures,
            stage: stage
        )
    }

    // MARK: What was taken

    private func keep(_ bytes: [UInt8], _ frame: TakenFrame, since start: UInt64, _ turn: Turn) {
        switch order.delivery {
        case .base64:
            tell(frame, since: start, turn) { json in
                json.key("data")
                json.plainString(upTo: Base64.length(of: bytes.count)) { Base64.encode(bytes, into: $0) }
            }
        case .path(let path, let isReplacing):
            let told = state.withLock { $0.told }
            let file = FrameFile(path, number: told + 1, isReplacing: isReplacing)
            // A disk that is slow holds up no worker.
            let thread = NamedThread("frame") { [self] in
                do throws(FrameFailure) { try file.write(bytes) } catch { return fail(error, turn) }
                tell(frame, since: start, turn) { $0.member("path", file.path.bytes) }
            }
            guard let thread else { return fail(.noRoom, turn) }
            thread.leave()
        case .library:
            let thread = NamedThread("frame") { [self] in stage(bytes, frame, since: start, turn) }
            guard let thread else { return fail(.noRoom, turn) }
            thread.leave()
        }
    }

    /// Has a frame wait until all are there: then they become photos.
    private func stage(_ bytes: [UInt8], _ frame: TakenFrame, since start: UInt64, _ turn: Turn) {
        let (known, told) = state.withLock { ($0.stage, $0.told) }
        do throws(CallFailure) {
            let stage: FrameStage
            if let known { stage = known } else { stage = try context.imports.stage() }
            let name = FileName("\(told + 1)")
            try stage.write(bytes, as: name)
            let nanoseconds = MonotonicClock.now() &- start
            context.frames.maker?.figures.count(isMade: true, nanoseconds: nanoseconds)
            state.withLock { state in
                guard !state.isOver else { return }
                state.stage = stage
                state.pictures.append(
                    FrameSaving.Picture(frame: frame, nanoseconds: nanoseconds, name: name)
                )
                state.told += 1
            }
        } catch { return fail(FrameFailure(writing: error), turn) }
        takeNext(turn)
    }

    private func tell(
        _ frame: TakenFrame,
        since start: UInt64,
        _ turn: Turn,
        _ writePicture: (inout JSONWriter) -> Void
    ) {
        let nanoseconds = MonotonicClock.now() &- start
        context.frames.maker?.figures.count(isMade: true, nanoseconds: nanoseconds)
        guard let id = state.withLock({ $0.subject?.id }) else { return turn.over(.over) }
        var json = JSONWriter(capacity: 512)
        json.beginObject()
        json.frame(frame, of: id, nanoseconds: nanoseconds)
        writePicture(&json)
        json.endObject()
        json.endLine()
        do { try json.withUnsafeBytes { try exchange.write($0) } } catch {
            if close() { exchange.abandon() }
            return turn.over(.over)
        }
        state.withLock { $0.told += 1 }
        takeNext(turn)
    }

    private func finish() {
        if let order = state.withLock({ saving($0) }) {
            guard close() else { return }
            return context.imports.keep(order, by: context.edits.writer, on: exchange, cancellation)
        }
        if close() { exchange.finishWithOK() }
    }
}
