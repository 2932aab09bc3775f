import PhotoModel

/// `from=` and `to=`: a stretch of time.
public struct DateSpan: Hashable, Sendable {
    /// The first moment; `nil`: open.
    public let from: LocalTime?
    /// The moment to stop before; `nil`: open.
    public let to: LocalTime?

    /// `nil` where neither was given.
    ///
    /// - Throws: `argument` where one is no date, or they are the wrong way round.
    public init?(_ arguments: Arguments) throws(ProtocolError) {
        from = try arguments.date("from")
        to = try arguments.date("to")
        if let from, let to, from > to {
            throw arguments.failure("from= is after to=; write the earlier date in from=")
        }
        if from == nil, to == nil { return nil }
    }
}
