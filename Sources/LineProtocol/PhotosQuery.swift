import PhotoModel

/// What `photos` is asked for, read and checked.
public struct PhotosQuery: Hashable, Sendable {
    public enum Scope: Hashable, Sendable {
        case month(MonthKey)
        /// `from` inclusive, `to` exclusive; `nil` is open. At least one is given.
        case dates(from: LocalTime?, to: LocalTime?)
    }

    public var scope: Scope
    public var page: PageOptions

    /// - Throws: `argument` where a value is wrong or two words contradict each other.
    public init(_ arguments: Arguments) throws(ProtocolError) {
        scope = try Self.scope(arguments)
        page = try PageOptions(arguments)
    }

    private static func scope(_ arguments: Arguments) throws(ProtocolError) -> Scope {
        guard let span = try DateSpan(arguments) else { return .month(try arguments.month()) }
        guard arguments.request.positionals.isEmpty else {
            throw arguments.failure("a month and from= or to= exclude each other; give one of them")
        }
        return .dates(from: span.from, to: span.to)
    }
}
