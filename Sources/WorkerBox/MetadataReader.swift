import ExtractionWire

/// What a worker does with a file.
public protocol MetadataReader: ~Copyable {
    /// What it parses with: the versions of its libraries, as far as they tell.
    static var libraries: [WorkerHello.Library] { get }

    /// Has everything loaded that its libraries load at first use, because later no file can be opened.
    mutating func warmUp()

    /// Adds one result to `reply`: `beginFacts`, the facts, `endFacts`. What it added is taken back where it throws.
    ///
    /// - Parameter descriptor: of the file, which is not empty; it stays the caller's.
    mutating func read(_ job: JobRequest, _ descriptor: Int32, into reply: inout ReplyEncoder)
        throws(UnreadableFile)
}
