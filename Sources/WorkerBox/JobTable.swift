import ExtractionWire

/// What a worker does. Its `perform` switches over all kinds of jobs there are, and refuses those that it does not know.
public protocol JobTable: ~Copyable {
    /// What it parses with: the versions of its libraries, as far as they tell.
    static var libraries: [WorkerHello.Library] { get }

    /// Has everything loaded that its libraries load at first use, because later no file can be opened.
    mutating func warmUp()

    /// Does a job and adds its one result to `reply`. A descriptor in the result may be one of the job's; it is closed
    /// when it was sent.
    ///
    /// - Throws: where the daemon asked for what cannot be, or the result is more than the kind allows. The worker ends.
    mutating func perform(_ job: AssignedJob, into reply: inout ReplyEncoder) throws(WireError)
}

/// A job as a worker has it, until it is done: then its descriptors are closed.
public struct AssignedJob {
    public let number: UInt32
    public let kind: JobKind
    public let payload: UnsafeRawBufferPointer
    /// To be read, and to be written. As many as jobs of the kind have.
    public let sources: UnsafeBufferPointer<Int32>
    public let targets: UnsafeBufferPointer<Int32>
}
