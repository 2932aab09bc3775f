/// What a worker says became of one job.
public struct JobReply {
    public enum Outcome {
        /// The job is done. What the payload means is the kind's; it lies in the message, and is valid as long as that. Where
        /// a descriptor was made it comes with the message, in the same order.
        case done(UnsafeRawBufferPointer, hasDescriptor: Bool)
        /// This worker does not do jobs of that kind.
        case refused
        /// The job could not be done; what the reason means is the kind's.
        case failed(UInt8)
    }

    /// The outcome's first byte.
    enum Code: UInt8 {
        case done = 0
        case refused = 1
        case failed = 2
    }

    public let number: UInt32
    public let outcome: Outcome
}
