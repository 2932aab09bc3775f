import ExtractionWire
import Glibc
import Synchronization
import Threads

/// The jobs of a batch as they go over the wire, whatever their kind is. It owns their descriptors, and closes them when
/// it goes.
final class JobList: Sendable {
    private struct Entry {
        let descriptors: JobDescriptors
        /// Of its first descriptor.
        let position: Int
        let payload: Range<Int>
    }

    private struct State {
        var entries: [Entry] = []
        var descriptors: [Int32] = []
        var payloads = WireBytes(capacity: WireFormat.maximumJobs * WireFormat.requestHeaderLength)
        /// What lets their owner have them open.
        var rights: [any AnyObject & Sendable] = []

        /// Of the message they make.
        var length: Int {
            WireFormat.headerLength + entries.count * WireFormat.requestHeaderLength + payloads.count
        }

        func hasRoom(for descriptors: Int) -> Bool {
            entries.count < WireFormat.maximumJobs
                && self.descriptors.count + descriptors <= WireFormat.maximumJobs
                && length + WireFormat.requestHeaderLength <= WireFormat.maximumMessageLength
        }
    }

    let kind: JobKind
    let limits: JobLimits
    private let mayHang: Bool
    private let state: Mutex<State>

    init(_ kind: JobKind, mayHang: Bool) {
        self.kind = kind
        self.mayHang = mayHang
        limits = kind.limits
        var state = State()
        state.entries.reserveCapacity(WireFormat.maximumJobs)
        state.descriptors.reserveCapacity(WireFormat.maximumJobs)
        self.state = Mutex(state)
    }

    deinit {
        let (descriptors, rights) = state.withLock { ($0.descriptors, $0.rights) }
        let close: @Sendable () -> Void = { withExtendedLifetime(rights) { Self.close(descriptors) } }
        if mayHang, descriptors.contains(where: { $0 >= 0 }), let thread = NamedThread("close", close) {
            thread.leave()
        } else {
            close()
        }
    }

    private static func close(_ descriptors: some Sequence<Int32>) {
        for descriptor in descriptors where descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Adds a job and takes its descriptors over, in every case.
    func add(
        sources: some Collection<Int32>,
        targets: some Collection<Int32>,
        encode: (inout WireBytes) -> Void
    ) throws(JobRefusal) {
        let descriptors = JobDescriptors(sources: sources.count, targets: targets.count)
        let refusal: JobRefusal? = state.withLock { state in
            guard limits.admit(descriptors) else { return .descriptors(descriptors, kind) }
            guard state.hasRoom(for: descriptors.count) else { return .noRoom }
            let start = state.payloads.count
            encode(&state.payloads)
            let length = state.payloads.count - start
            let isShort = length <= limits.requestLength
            guard isShort, state.length + WireFormat.requestHeaderLength <= WireFormat.maximumMessageLength
            else {
                state.payloads.cut(to: start)
                return isShort ? .noRoom : .payload(length, kind)
            }
            let payload = start..<(start + length)
            state.entries.append(
                Entry(descriptors: descriptors, position: state.descriptors.count, payload: payload)
            )
            state.descriptors.append(contentsOf: sources)
            state.descriptors.append(contentsOf: targets)
            return nil
        }
        if let refusal {
            Self.close(sources)
            Self.close(targets)
            throw refusal
        }
    }

    /// Keeps what goes with its descriptors: it is let go of when they are closed, and no sooner.
    func hold(_ rights: [any AnyObject & Sendable]) { state.withLock { $0.rights += rights } }

    var count: Int { state.withLock { $0.entries.count } }

    var isFull: Bool { state.withLock { !$0.hasRoom(for: limits.sources.lowerBound) } }

    /// Takes a job out that everybody else is done with, as a list of its own, which owns its descriptors.
    func split(_ position: Int) -> JobList {
        let list = JobList(kind, mayHang: mayHang)
        state.withLock { state in
            let entry = state.entries[position]
            let range = entry.position..<(entry.position + entry.descriptors.count)
            let payload = state.payloads.bytes[entry.payload]
            list.state.withLock { single in
                single.entries = [
                    Entry(descriptors: entry.descriptors, position: 0, payload: 0..<payload.count)
                ]
                single.payloads.append(payload)
                single.descriptors = Array(state.descriptors[range])
                single.rights = state.rights
            }
            for position in range { state.descriptors[position] = -1 }
        }
        return list
    }

    /// Writes jobs as a message, and their descriptors, which stay this list's. It must outlive their use.
    func write(
        _ positions: Range<Int>,
        firstNumber: UInt32,
        into requests: inout RequestEncoder,
        _ descriptors: inout [Int32]
    ) {
        requests.begin()
        descriptors.removeAll(keepingCapacity: true)
        state.withLock { state in
            var number = firstNumber
            for entry in state.entries[positions] {
                requests.append(
                    number: number,
                    kind: kind,
                    descriptors: entry.descriptors,
                    payload: state.payloads.bytes[entry.payload]
                )
                let end = entry.position + entry.descriptors.count
                descriptors.append(contentsOf: state.descriptors[entry.position..<end])
                number &+= 1
            }
        }
    }
}
