import ExtractionWire

/// What reads the facts of files.
public protocol MetadataReader: ~Copyable {
    /// Has everything loaded that its libraries load at first use, because later no file can be opened.
    mutating func warmUp()

    /// Adds what a file tells to `facts`. Where it throws, what it added counts for nothing.
    ///
    /// - Parameter descriptor: of the file, which is not empty; it stays the caller's.
    mutating func read(_ job: FactsRequest, _ descriptor: Int32, into facts: inout FactEncoder)
        throws(UnreadableFile)
}
