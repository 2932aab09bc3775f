import CShims
import ExtractionWire
import Glibc
import PhotoModel
import Threads

/// Speaks with one worker: requests out, replies in, with a limit to waiting. Used by one thread.
final class WorkerConnection {
    /// Why a worker is no longer to be used.
    enum Failure: Error {
        /// Its end of the socket is closed: it crashed or left.
        case ended
        /// It is kept longer than those behind can wait.
        case slow
        /// It had all the time that there is.
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
    private var buffer: [UInt8]
    private var results: [JobResult] = []
    private var requests = RequestEncoder()
    private var descriptors: [Int32] = []

    init(worker: WorkerProcess, wake: Int32) {
        self.worker = worker
        self.wake = wake
        buffer = [UInt8](repeating: 0, count: WireFormat.maximumMessageLength)
        results.reserveCapacity(WireFormat.maximumJobs)
    }

    /// Waits for the worker, a wake-up or the time `until` (monotonic nanoseconds; `nil`: for ever).
    func wait(until deadline: UInt64?) -> Event {
        var requests = (
            pollfd(fd: worker.socket, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
        )
        while true {
            let ready = withUnsafeMutableBytes(of: &requests) { buffer in
                buffer.withMemoryRebound(to: pollfd.self) {
                    poll($0.baseAddress, 2, MonotonicClock.milliseconds(until: deadline))
                }
            }
            if ready < 0 && errno == EINTR { continue }
            // A reply counts before the clock: whoever was late in looking must not blame the worker.
            if requests.0.revents != 0 { return .message }
            if requests.1.revents != 0 {
                photod_event_clear(wake)
                return .woken
            }
            return .silence
        }
    }

    /// Sends files to read. The worker has room for a second message by the socket's buffer, so this does not block.
    func send(_ jobs: some Collection<ExtractionBatch.Job>, firstNumber: UInt32) throws(Failure) {
        requests.begin()
        descriptors.removeAll(keepingCapacity: true)
        var number = firstNumber
        for job in jobs {
            requests.append(JobRequest(number: number, size: job.size, format: job.format.rawValue))
            descriptors.append(job.descriptor)
            number &+= 1
        }
        let message = requests.finish()
        let sent = message.withUnsafeBytes {
            photod_send(worker.socket, $0.baseAddress, $0.count, descriptors, descriptors.count, 0)
        }
        guard sent == message.count else { throw .ended }
    }

    /// Takes one reply. `nil` where none is there after all.
    func receive() throws(Failure) -> [JobResult]? {
        guard let length = try receiveMessage() else { return nil }
        let failure: WireError? = buffer.withUnsafeBytes { bytes in
            do throws(WireError) {
                try ReplyDecoder.decode(UnsafeRawBufferPointer(rebasing: bytes[..<length]), into: &results)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw .nonsense(failure.description) }
        return results
    }

    /// Waits for the worker's hello.
    func greet(deadline: UInt64, isStopping: () -> Bool) throws(Failure) -> WorkerHello {
        while true {
            switch wait(until: deadline) {
            case .silence: throw .timedOut
            case .woken: if isStopping() { throw .interrupted }
            case .message:
                guard let length = try receiveMessage() else { continue }
                return try decodeHello(length)
            }
        }
    }

    private func decodeHello(_ length: Int) throws(Failure) -> WorkerHello {
        let outcome: Result<WorkerHello, WireError> = buffer.withUnsafeBytes { bytes in
            do throws(WireError) {
                return .success(try WorkerHello(decoding: UnsafeRawBufferPointer(rebasing: bytes[..<length])))
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let hello): return hello
        case .failure(let error): throw .nonsense(error.description)
        }
    }

    /// Plain `recv`: descriptors that a worker might send are dropped by the kernel.
    private func receiveMessage() throws(Failure) -> Int? {
        while true {
            // With MSG_TRUNC the answer is the message's whole length, also where it did not fit.
            let flags = Int32(MSG_DONTWAIT) | Int32(MSG_TRUNC)
            let length = buffer.withUnsafeMutableBytes {
                recv(worker.socket, $0.baseAddress, $0.count, flags)
            }
            if length > buffer.count { throw .nonsense("a message of \(length) bytes") }
            if length > 0 { return length }
            if length == 0 { throw .ended }
            if errno == EINTR { continue }
            if errno == EAGAIN { return nil }
            throw .ended
        }
    }
}
