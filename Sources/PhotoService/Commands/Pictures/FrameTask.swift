import BatchService
import Extraction
import ExtractionWire
import Files
import Glibc
import Importing
import LineProtocol
import LineServer
import PhotoModel
import Roots
import Synchronization
import Threads

/// One `frame`: its video, which is opened once, and the frames that were told.
final class FrameTask: VideoTask {
    /// A turn that a worker is kept for.
    struct Turn: Sendable {
        let pool: ExtractionPool
        let end: UInt64
        let over: @Sendable (TurnEnding) -> Void
    }

    struct State {
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
    let order: FrameOrder
    let context: CommandContext
    let exchange: Exchange
    private let cancellation = Cancellation()
    let state = Mutex(State())

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
    func close() -> Bool {
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
            check(turn)
        } orElse: { [self] in
            if answer.take() { fail(.silent, turn) }
        }
    }

    /// Looks whether frames may be written where they are to go.
    private func check(_ turn: Turn) {
        guard case .path(let path, let isReplacing) = order.delivery else { return takeNext(turn) }
        let video = state.withLock { $0.source }
        let file = self.file(path, number: 1, isReplacing, of: video)
        reach(file, turn) { () throws(FrameFailure) in
            try file.check()
        } then: { [self] in
            takeNext(turn)
        }
    }

    /// Originals are replaced by batches alone, which can be undone.
    func file(_ path: FilePath, number: Int, _ isReplacing: Bool, of video: VideoSource?) -> FrameFile {
        let roots = context.library.allRoots.flatMap { [$0.library.path, $0.realPath] }
        return FrameFile(path, number: number, isReplacing: isReplacing, of: video, sparing: roots)
    }

    /// Has something done where a frame goes. A disk that does not answer there holds up no worker for long, and is not the
    /// video's.
    func reach(
        _ file: FrameFile,
        _ turn: Turn,
        _ body: @escaping @Sendable () throws(FrameFailure) -> Void,
        then next: @escaping @Sendable () -> Void
    ) {
        let answer = Claim()
        context.looks.perform(root: file.lookKey) { [self] in
            var failure: FrameFailure?
            do throws(FrameFailure) { try body() } catch { failure = error }
            guard answer.take() else { return }
            if let failure { fail(failure, turn) } else { next() }
        } orElse: { [self] in
            if answer.take() { fail(.targetSilent, turn) }
        }
    }

    func fail(_ failure: FrameFailure, _ turn: Turn) {
        // Whoever hears of it finds the worker free.
        turn.over(.over)
        fail(failure)
    }

    /// Opens the video, and looks whether a photo may be made beside it. On a thread that nobody waits for.
    private func open(_ subject: PictureSubject) -> FrameFailure? {
        do throws(FrameFailure) {
            let source = try VideoSource.open(subject.original.path)
            state.withLock { $0.source = source }
        } catch { return error }
        do throws(FrameFailure) {
            if case .library = order.delivery { try FrameFile.check(beside: subject.original.path) }
        } catch { return error }
        return nil
    }

    func takeNext(_ turn: Turn) {
        let start = MonotonicClock.now()
        let (source, told, isOver) = state.withLock { ($0.source, $0.told, $0.isOver) }
        guard let source, !isOver else { return turn.over(.over) }
        guard let wish = order.wish(told, session: number) else {
            turn.over(.over)
            return finish()
        }
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
        let isWithdrawn = state.withLock { state in
            if !state.isOver { state.target = target }
            return state.isOver
        }
        guard !isWithdrawn else {
            for descriptor in [written, read] { Glibc.close(descriptor) }
            return turn.over(.over)
        }
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

    private func finish() {
        if let order = state.withLock({ saving($0) }) {
            guard close() else { return }
            return context.imports.keep(order, by: context.edits.writer, on: exchange, cancellation)
        }
        if close() { exchange.finishWithOK() }
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
}
