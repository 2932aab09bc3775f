import Extraction
import ExtractionWire
import Files
import Glibc
import LineProtocol
import LineServer
import PhotoModel
import Synchronization

/// One `video`: what is known of it already, or what a worker says.
final class DescriptionTask: VideoTask {
    private struct State {
        var subject: PictureSubject?
        var isOver = false
    }

    /// How long it waits for a worker that cannot be started just now.
    private static let patience = Duration.seconds(10)

    let number: UInt64
    /// How the video was named.
    private let word: String
    private let context: CommandContext
    private let exchange: Exchange
    private let state = Mutex(State())

    init(_ word: String, number: UInt64, context: CommandContext, _ exchange: Exchange) {
        self.word = word
        self.number = number
        self.context = context
        self.exchange = exchange
    }

    // MARK: Beginning and end

    /// Looks the video up, and has it wait for its turn where nobody has asked for it as it is. On a reader's thread.
    func begin() {
        do {
            let wanted = try context.wantedPictures([word]).first
            guard let wanted, let subject = wanted.subject else { return fail(.unknown(word)) }
            guard subject.original.format.kind == .video else { return fail(.noVideo) }
            if let known = context.frames.descriptions.description(of: subject.id, subject.stamp) {
                return tell(known, subject)
            }
            guard !wanted.isOffline else { return fail(.offline) }
            guard let maker = context.frames.maker else { return fail(.noWorker) }
            state.withLock { $0.subject = subject }
            maker.add(self)
        } catch { refuse(ProtocolError(error, of: "video")) }
    }

    /// The exchange is over: its client has gone, or has its answer.
    func end() {
        state.withLock { $0 = State(isOver: true) }
        context.frames.maker?.withdraw(self)
    }

    func abandon() { exchange.abandon() }

    func fail(_ failure: FrameFailure) {
        refuse(ProtocolError(code: failure.code, command: "video", message: failure.message))
    }

    private func refuse(_ error: ProtocolError) {
        if close() { exchange.finish(refusing: error) }
    }

    private func tell(_ description: VideoDescription, _ subject: PictureSubject) {
        var json = JSONWriter(capacity: 512)
        json.video(description, of: subject)
        if close() { exchange.finishWithOK(after: json.bytes) }
    }

    /// Whether the caller is the first to end it.
    private func close() -> Bool {
        state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
    }

    // MARK: The turn

    /// A description leaves nothing open with a worker, so that any will do.
    func choosePlace(_ choose: (Int?) -> Int) -> Int { choose(nil) }

    func go(on pool: ExtractionPool, until end: UInt64, over: @escaping @Sendable (TurnEnding) -> Void) {
        guard let subject = state.withLock({ $0.isOver ? nil : $0.subject }) else { return over(.over) }
        let answer = Claim()
        context.looks.perform(root: subject.root) { [self] in
            let source: Result<VideoSource, FrameFailure>
            do throws(FrameFailure) { source = .success(try VideoSource.open(subject.original.path)) } catch {
                source = .failure(error)
            }
            guard answer.take() else { return }
            switch source {
            case .success(let source): ask(pool, source, subject, over)
            case .failure(let failure): conclude(.failure(failure), subject, over)
            }
        } orElse: { [self] in
            if answer.take() { conclude(.failure(.silent), subject, over) }
        }
    }

    private func ask(
        _ pool: ExtractionPool,
        _ source: VideoSource,
        _ subject: PictureSubject,
        _ over: @escaping @Sendable (TurnEnding) -> Void
    ) {
        // Another request may have asked meanwhile, and the index may not have seen yet what the file is now.
        if let known = context.frames.descriptions.description(of: subject.id, source.stamp) {
            return conclude(.success(known), subject, over)
        }
        let descriptor = source.duplicate()
        guard descriptor >= 0 else { return conclude(.failure(.noRoom), subject, over) }
        let batch = JobBatch<DescribeVideo>(mayHang: true)
        do throws(JobRefusal) {
            try batch.add(DescribeVideo(), sources: [descriptor])
        } catch {
            return conclude(.failure(FrameFailure(code: .system, message: "\(error)")), subject, over)
        }
        pool.submit(batch, patience: Self.patience) { [self] outcomes in
            let result: Result<VideoDescription, FrameFailure> =
                switch outcomes.first ?? .ended(.cancelled) {
                case .described(let description): .success(description)
                case .refused(let refusal): .failure(FrameFailure(describing: refusal))
                case .ended(let end): .failure(FrameFailure(describing: end))
                }
            if case .success(let description) = result, PreviewMaker.isSettled(source.stamp) {
                context.frames.descriptions.note(description, of: subject.id, source.stamp)
            }
            conclude(result, subject, over)
        }
    }

    private func conclude(
        _ result: Result<VideoDescription, FrameFailure>,
        _ subject: PictureSubject,
        _ over: (TurnEnding) -> Void
    ) {
        // Whoever hears of it finds the worker free.
        over(.over)
        switch result {
        case .success(let description): tell(description, subject)
        case .failure(let failure): fail(failure)
        }
    }
}

extension FrameFailure {
    /// Why nobody can tell what a video is, in a request that has no time of its own to be made longer.
    static let tooSlow = FrameFailure(
        code: .timeout,
        message: "the video could not be looked into in time: try again when the machine has less to do"
    )

    init(describing refusal: FrameRefusal) {
        self = refusal == .outOfTime ? .tooSlow : FrameFailure(refusal)
    }

    init(describing end: JobEnd) {
        switch end {
        case .timedOut, .slow: self = .tooSlow
        case .crashed, .noWorker, .unavailable, .cancelled: self.init(end)
        }
    }
}
