import CShims
import CSimulation
import ExtractionWire
import Glibc
import PhotoModel

/// A worker that reads simulated photos, and writes on them and their sidecars: what photod-extract and photod-media are to real ones.
struct SimulatedWorker {
    /// Whether workers die now and then.
    ///
    /// Unchecked: set before there are others.
    nonisolated(unsafe) static var dies = false

    let socket: Int32
    private var encoder = ReplyEncoder()
    private var facts = FactEncoder()

    init(socket: Int32) { self.socket = socket }

    /// Until the daemon closes its end.
    mutating func run() {
        guard send(WorkerHello(seccomp: true, landlock: 1, libraries: []).encoded()) else { return }
        var message = [UInt8](repeating: 0, count: WireFormat.maximumMessageLength)
        var descriptors = [Int32](repeating: -1, count: Int(PHOTOD_MAXIMUM_DESCRIPTORS))
        while true {
            var count = 0
            let length = message.withUnsafeMutableBytes {
                photod_receive(socket, $0.baseAddress, $0.count, &descriptors, &count, 0)
            }
            guard length > 0 else { return }
            let isAnswered = message.withUnsafeBytes { bytes in
                (try? answer(UnsafeRawBufferPointer(rebasing: bytes[..<length]), descriptors)) ?? false
            }
            for descriptor in descriptors.prefix(count) { close(descriptor) }
            guard isAnswered else { return }
        }
    }

    private mutating func answer(_ message: UnsafeRawBufferPointer, _ descriptors: [Int32]) throws(WireError)
        -> Bool
    {
        var jobs = try RequestDecoder(message)
        var position = 0
        encoder.begin()
        while let job = try jobs.next() {
            // One that dies while it has several to read: each is read by another one.
            if Self.dies, jobs.remaining > 0, simulation_draw(20) == 0 { return false }
            let passed = descriptors[position..<position + job.descriptors.count]
            position += job.descriptors.count
            switch job.kind {
            case .readFacts: try readFacts(job, passed)
            case .editSidecar:
                try edit(job, passed) { writer throws(SidecarRefusal) in try writer.editSidecar() }
            case .editImage:
                try edit(job, passed) { writer throws(ImageRefusal) in try writer.editImage() }
            default: encoder.append(refused: job.number)
            }
        }
        let reply = encoder.withMessage { Array($0) }
        return send(reply)
    }

    private mutating func readFacts(_ job: JobRequest, _ passed: ArraySlice<Int32>) throws(WireError) {
        guard let descriptor = passed.first else { throw .descriptors }
        let request = try FactsRequest(decoding: job.payload)
        facts.begin()
        if read(descriptor, FileFormat(rawValue: request.format) ?? .jpeg, size: Int(request.size)) {
            try encoder.append(number: job.number, of: .readFacts, done: facts.payload)
        } else {
            encoder.append(number: job.number, failed: UnreadableReason.damaged.rawValue)
        }
    }

    private mutating func edit<Refusal: RawRepresentable<UInt8>>(
        _ job: JobRequest,
        _ passed: ArraySlice<Int32>,
        _ body: (SimulatedWriter) throws(Refusal) -> Bool
    ) throws(WireError) {
        guard let kind = job.kind, let target = passed.last else { throw .descriptors }
        let isChanged: Bool
        do throws(Refusal) {
            isChanged = try body(SimulatedWriter(sources: passed.dropLast(), target: target))
        } catch { return encoder.append(number: job.number, failed: error.rawValue) }
        var payload = WireBytes()
        payload.append(UInt8(isChanged ? 1 : 0))
        try encoder.append(number: job.number, of: kind, done: payload)
    }

    private mutating func read(_ descriptor: Int32, _ format: FileFormat, size: Int) -> Bool {
        var bytes = [UInt8](repeating: 0, count: max(size, 1))
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0, let found = SimulatedPhoto.facts(in: Array(bytes.prefix(count))) else {
            return false
        }
        let isSidecar = format.kind == .sidecar
        if let original = found["original"] {
            add(
                format.kind == .video ? .recorded : isSidecar ? .xmpOriginal : .original,
                isSidecar ? iso(original) : original
            )
        }
        if let description = found["description"] {
            add(isSidecar ? .xmpDescription : .imageDescription, description)
        }
        if let identifier = found["identifier"], !isSidecar { add(.contentIdentifier, identifier) }
        if let rating = found["rating"].flatMap({ Int($0) }) { facts.append(.rating, byte: rating) }
        return true
    }

    private func iso(_ date: String) -> String {
        var parts = date.split(separator: " ").map(String.init)
        parts[0] = parts[0].split(separator: ":").joined(separator: "-")
        return parts.joined(separator: "T")
    }

    private mutating func add(_ field: FactField, _ text: String) {
        Array(text.utf8).withUnsafeBytes { facts.append(field, text: $0) }
    }

    private func send(_ message: [UInt8]) -> Bool {
        message.withUnsafeBytes { photod_send(socket, $0.baseAddress, $0.count, nil, 0, 0) } == message.count
    }
}

/// What runs in place of a started worker.
func runSimulatedWorker(_ socket: Int32) {
    var worker = SimulatedWorker(socket: socket)
    worker.run()
}
