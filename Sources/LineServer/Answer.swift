import LineProtocol

/// How a command is answered: its class, with the handler that this class takes.
public enum Answer<Service: LineService>: Sendable {
    /// The command tells of the program itself: at once, on the event loop, and also where there is nothing to be read just now.
    case state(@Sendable (Service, Service.Reading?, ReplyWriter) throws -> Void)
    /// The command reads, at once or on a reader's thread.
    case reading(ReadingAnswer<Service>)
    /// The command changes something or waits for something. The handler is called on the event loop, in the command's turn,
    /// and the exchange ends when it is done.
    case order(@Sendable (Service, Arguments, Exchange) throws -> Void)
    /// The command has events sent from now on.
    case subscription(@Sendable (Service, Arguments) throws -> Service.Subscription)
    /// The session answers the command.
    case session(SessionCommand)

    /// A command that reads so quickly that it needs no thread of its own: on the event loop.
    ///
    /// - Parameters:
    ///   - isLong: whether a request asks for more than that; a reader's thread answers it then.
    ///   - kept: answers where the answer is kept. Returns whether it was.
    public static func short(
        unless isLong: (@Sendable (Request) -> Bool)? = nil,
        kept: ReadingAnswer<Service>.Kept? = nil,
        _ body: @escaping @Sendable (Service.Reading, Arguments) throws -> Void
    ) -> Answer {
        .reading(
            ReadingAnswer(place: .eventLoop(unless: isLong), kept: kept, prepare: nil) {
                try body($0, $1)
                return nil
            }
        )
    }

    /// A command that may read much; the reply is a page at most.
    ///
    /// - Parameter prepare: what has to be done before the moment that is read.
    public static func long(
        kept: ReadingAnswer<Service>.Kept? = nil,
        prepare: (@Sendable (Service, Request) throws -> Void)? = nil,
        _ body: @escaping @Sendable (Service.Reading, Arguments) throws -> Void
    ) -> Answer {
        .reading(
            ReadingAnswer(place: .thread(.page), kept: kept, prepare: prepare) {
                try body($0, $1)
                return nil
            }
        )
    }

    /// As `long`, where a part of the answer may have to be waited for.
    public static func longInParts(_ body: @escaping ReadingAnswer<Service>.Body) -> Answer {
        .reading(ReadingAnswer(place: .thread(.page), kept: nil, prepare: nil, body: body))
    }

    /// The reply may be as long as all that the program knows.
    public static func listing(
        _ body: @escaping @Sendable (Service.Reading, Arguments) throws -> Void
    ) -> Answer {
        .reading(
            ReadingAnswer(place: .thread(.listing), kept: nil, prepare: nil) {
                try body($0, $1)
                return nil
            }
        )
    }
}
