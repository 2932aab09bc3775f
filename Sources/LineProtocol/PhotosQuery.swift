import PhotoModel

/// What `photos` is asked for, read and checked.
public struct PhotosQuery: Hashable, Sendable {
    public enum Scope: Hashable, Sendable {
        case month(MonthKey)
        /// `from` inclusive, `to` exclusive; `nil` is open. At least one is given.
        case dates(from: LocalTime?, to: LocalTime?)
        /// The undated included.
        case all
    }

    public var scope: Scope
    public var page: PageOptions

    /// - Parameter otherwise: what is meant where no word says which photos; `nil`: one has to.
    /// - Throws: `argument` where a value is wrong or two words contradict each other.
    public init(_ arguments: Arguments, otherwise: Scope? = nil) throws(ProtocolError) {
        scope = try Self.scope(arguments, otherwise)
        page = try PageOptions(arguments)
    }

    private static func scope(
        _ arguments: Arguments,
        _ otherwise: Scope?
    ) throws(ProtocolError) -> Scope {
        let (month, span) = (arguments.request.positionals.first, try DateSpan(arguments))
        switch (month, span, try arguments.flag("all")) {
        case (nil, nil, true): return .all
        case (nil, let span?, false): return .dates(from: span.from, to: span.to)
        case (nil, nil, false):
            if let otherwise { return otherwise }
            throw arguments.failure(
                "which photos? write a month (YYYY-MM or undated), from= or to=, or all=1 for all there are"
            )
        case (_?, nil, false): return .month(try arguments.month())
        default:
            throw arguments.failure(
                arguments.definition.options.contains("all")
                    ? "a month, from= or to=, and all=1 exclude each other; give one of them"
                    : "a month and from= or to= exclude each other; give one of them"
            )
        }
    }
}
