import CShims
import ExtractionWire
import Glibc
import PhotoModel
import Threads

/// Speaks with one worker: requests out, replies in, with a limit to waiting. Used by one thread.
final class WorkerConnection {
    /// Why a worker is no longer to be used.
    enum Failure: Error {
        /// The worker's end of the socket is closed: it crashed or left.
        case ended
        /// A job keeps the worker longer than those behind can wait.
        case slow
        /// The worker had all the time that there is.
        case timedOut
        case nonsense(String)
        /// The pool is being shut down.
        case interrupted
    }

    enum Event {
        case message
        case woken
        /// Nothing happened for as long as was asked.
        case silence
    }

    let worker: WorkerProcess
    private let wake: Int32
    /// The message that came last.
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: WireFormat.maximumMessageLength,
        alignment: 16
    )
    /// What came with it and belongs to results that were not taken yet, the first one last.
    private var received: [ReceivedDescriptor] = []
    private var requests = RequestEncoder()
    private var descriptors: [Int32] = []

    init(worker: WorkerProcess, wake: Int32) {
        self.worker = worker
        self.wake = wake
    }

    deinit {
        buffer.deallocate()
    }

    /// Waits for the worker, a wake-up or the time `until` (monotonic nanoseconds; `nil`: for ever).
    func wait(until deadline: UInt64?) -> Event {
        var requests = (
            pollfd(fd: worker.socket, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
        )
        _ = withUnsafeMutableBytes(of: &requests) { buffer in
            buffer.withMemoryRebound(to: pollfd.self) { requests in
                uninterrupted { poll(requests.baseAddress, 2, MonotonicClock.milliseconds(until: deadline)) }
            }
        }
        // A reply counts before the clock: whoever was late in looking must not blame the worker.
        if requests.0.revents != 0 { return .message }
        if requests.1.revents != 0 {
            photod_event_clear(wake)
            return .woken
        }
        return .silence
    }

    /// Sends jobs of a batch, all that it has or some. The worker has room for a second message by the socket's buffer, so
    /// this does not block.
    func send(_ batch: PendingBatch, _ positions: Range<Int>, firstNumber: UInt32) throws(Failure) {
        batch.jobs.write(positions, firstNumber: firstNumber, into: &requests, &descriptors)
        let message = requests.finish()
        let sent = message.withUnsafeBytes {
            photod_send(worker.socket, $0.baseAddress, $0.count, descriptors, descriptors.count, 0)
        }
        guard sent == message.count else { throw .ended }
    }

    /// Takes one reply, which is good until the next. `nil` where none is there after all.
    ///
    /// - Parameter withDescriptors: whether some may come with it. Where not the kernel drops them.
    func receive(withDescriptors: Bool) throws(Failure) -> ReplyDecoder? {
        guard let message = try withDescriptors ? receiveAll() : receiveMessage() else { return nil }
        return try Self.decoding { () throws(WireError) in try ReplyDecoder(message) }
    }

    /// Takes the next result of a reply. `nil` behind the last, when no descriptor may be left either.
    func next(_ reply: inout ReplyDecoder) throws(Failure) -> (number: UInt32, answer: JobAnswer)? {
        try Self.decoding { () throws(WireError) -> (number: UInt32, answer: JobAnswer)? in
            guard let result = try reply.next() else {
                guard received.isEmpty else { throw .descriptors }
                return nil
            }
            switch result.outcome {
            case .done(let payload, hasDescriptor: false): return (result.number, .done(payload, nil))
            case .done(let payload, hasDescriptor: true):
                guard let descriptor = received.popLast() else { throw .descriptors }
                return (result.number, .done(payload, descriptor))
            case .refused: return (result.number, .refused)
            case .failed(let reason): return (result.number, .failed(reason))
            }
        }
    }

    /// What a worker sent that is not right is the worker's failure.
    static func decoding<Value>(_ body: () throws(WireError) -> Value) throws(Failure) -> Value {
        do throws(WireError) {
            return try body()
        } catch {
            throw .nonsense(error.description)
        }
    }

    /// Waits for the worker's hello.
    func greet(deadline: UInt64, isStopping: () -> Bool) throws(Failure) -> WorkerHello {
        while true {
            switch wait(until: deadline) {
            case .silence: throw .timedOut
            case .woken: if isStopping() { throw .interrupted }
            case .message:
                guard let message = try receiveMessage() else { continue }
                return try Self.decoding { () throws(WireError) in try WorkerHello(decoding: message) }
            }
        }
    }

    /// Plain `recv`: descriptors that a worker might send are dropped by the kernel.
    private func receiveMessage() throws(Failure) -> UnsafeRawBufferPointer? {
        // With MSG_TRUNC the answer is the message's whole length, also where it did not fit.
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_TRUNC)
        let length = uninterrupted { recv(worker.socket, buffer.baseAddress, buffer.count, flags) }
        if length > buffer.count { throw .nonsense("a message of \(length) bytes") }
        if length > 0 { return UnsafeRawBufferPointer(rebasing: buffer[..<length]) }
        if length < 0, errno == EAGAIN { return nil }
        throw .ended
    }

    /// A message and its descriptors, which must be files.
    private func receiveAll() throws(Failure) -> UnsafeRawBufferPointer? {
        var numbers = [Int32](repeating: -1, count: Int(PHOTOD_MAXIMUM_DESCRIPTORS))
        var count = 0
        let length = photod_receive(
            worker.socket,
            buffer.baseAddress,
            buffer.count,
            &numbers,
            &count,
            Int32(MSG_DONTWAIT)
        )
        if length < 0, errno == EAGAIN { return nil }
        if length < 0, errno == EMSGSIZE { throw .nonsense("a message with too many bytes or descriptors") }
        guard length > 0 else { throw .ended }
        received = numbers[..<count].reversed().map(ReceivedDescriptor.init)
        guard received.allSatisfy(\.isFile) else { throw .nonsense("a descriptor that is no file's") }
        return UnsafeRawBufferPointer(rebasing: buffer[..<length])
    }
}
