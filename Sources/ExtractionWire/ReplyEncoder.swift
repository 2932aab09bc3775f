/// Writes replies, again and again into the same memory.
public struct ReplyEncoder {
    private var message = WireBytes(capacity: WireFormat.maximumMessageLength)
    /// Results in the message.
    public private(set) var count = 0
    /// What is to go along with the message. They stay the sender's, who closes them when it is gone.
    public private(set) var descriptors: [Int32] = []

    public init() {}

    /// Begins a message.
    public mutating func begin() {
        message.begin(.reply)
        count = 0
        descriptors.removeAll(keepingCapacity: true)
    }

    /// Whether a job of a kind may have another result here, whatever it is. Where not, the message has to go first.
    public func hasRoom(for kind: JobKind?) -> Bool {
        let length = WireFormat.replyHeaderLength + (kind?.limits.replyLength ?? 0)
        return count < WireFormat.maximumJobs && message.count + length <= WireFormat.maximumMessageLength
    }

    /// Adds a result.
    ///
    /// - Throws: `payload` and `descriptors` where it is more than jobs of the kind may bring back; nothing is added then.
    public mutating func append(
        number: UInt32,
        of kind: JobKind,
        done payload: WireBytes,
        descriptor: Int32? = nil
    ) throws(WireError) {
        let limits = kind.limits
        guard payload.count <= limits.replyLength else { throw .payload(payload.count) }
        guard descriptor == nil || limits.returnsDescriptor else { throw .descriptors }
        begin(number, .done, detail: descriptor == nil ? 0 : 1, length: payload.count)
        message.append(payload.bytes[...])
        if let descriptor { descriptors.append(descriptor) }
    }

    /// Says that a job could not be done.
    public mutating func append(number: UInt32, failed reason: UInt8) {
        begin(number, .failed, detail: reason, length: 0)
    }

    /// Says that jobs of that kind are not done here.
    public mutating func append(refused number: UInt32) {
        begin(number, .refused, detail: 0, length: 0)
    }

    /// Calls `body` with the message, its header filled in.
    public mutating func withMessage<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        message.finish(count: count)
        return message.bytes.withUnsafeBytes(body)
    }

    private mutating func begin(_ number: UInt32, _ code: JobReply.Code, detail: UInt8, length: Int) {
        message.append(number)
        message.append(code.rawValue)
        message.append(detail)
        message.append(UInt16(clamping: length))
        count += 1
    }
}
