import PhotoModel

/// A moment by the clock that identities are stamped with and age by.
///
/// Of two moments of one library the later one has the greater `stamp`, whatever was done to the machine's clock between
/// them.
public struct IdentityTime: Sendable, Hashable {
    /// Where the two clocks stood when they were last seen to be set: both have run evenly since.
    public struct Anchor: Sendable, Hashable {
        /// Milliseconds since 1970 by identities' clock, and by the machine's.
        public var stamp: Int64
        public var wall: Int64
        /// Milliseconds that the machine had been up, suspended or not.
        public var uptime: Int64
        /// Which start of the machine; 0: nobody knows.
        public var boot: Int64

        public init(stamp: Int64, wall: Int64, uptime: Int64, boot: Int64) {
            self.stamp = stamp
            self.wall = wall
            self.uptime = uptime
            self.boot = boot
        }
    }

    /// Milliseconds since 1970, never less than what the machine's clock says.
    public var stamp: Int64
    /// Milliseconds since 1970 by the machine's clock.
    public var wall: Int64
    /// Seconds that the daemon has run for, all its runs together.
    public var lived: Int64
    public var anchor: Anchor

    public init(stamp: Int64, wall: Int64, lived: Int64, anchor: Anchor) {
        self.stamp = stamp
        self.wall = wall
        self.lived = lived
        self.anchor = anchor
    }

    /// Seconds since 1970 of the stamp.
    public var seconds: Int64 { stamp / 1000 }

    /// Whether a stamp is a minute old at most. What may be older is not.
    public func isWithinMinute(of stamp: Int64) -> Bool {
        (0...60_000).contains(self.stamp.subtractingSaturating(stamp))
    }
}

/// What an index remembers of the clock.
public struct RememberedTime: Sendable, Hashable {
    /// No stamp beyond this was given.
    public var reserved: Int64
    public var lived: Int64
    public var anchor: IdentityTime.Anchor

    public init(reserved: Int64, lived: Int64, anchor: IdentityTime.Anchor) {
        self.reserved = reserved
        self.lived = lived
        self.anchor = anchor
    }
}

extension IndexReader {
    /// `nil` where the index is new, or of a build that kept no such clock.
    public func rememberedTime() throws(IndexError) -> RememberedTime? {
        guard let reserved = try meta("time-reserved"), let lived = try meta("time-lived"),
            let stamp = try meta("time-stamp"), let wall = try meta("time-wall"),
            let uptime = try meta("time-uptime"), let boot = try meta("time-boot")
        else { return nil }
        let values = [reserved, lived, stamp, wall, uptime]
        // A disk may hand out any number.
        guard values.allSatisfy({ (0...Self.lastMoment).contains($0) }) else { return nil }
        return RememberedTime(
            reserved: reserved,
            lived: lived,
            anchor: IdentityTime.Anchor(stamp: stamp, wall: wall, uptime: uptime, boot: boot)
        )
    }

    /// The last stamp that any identity has, in milliseconds; `nil` where there is none.
    public func latestStamp() throws(IndexError) -> Int64? {
        let statement = try connection.statement(
            """
            SELECT max(stamp) FROM (
                SELECT max(created) AS stamp FROM asset WHERE created BETWEEN 0 AND ?1
                UNION ALL SELECT max(created) FROM departed WHERE created BETWEEN 0 AND ?1
                UNION ALL SELECT max(deleted_at) * 1000 FROM departed WHERE deleted_at BETWEEN 0 AND ?1 / 1000)
            """
        )
        statement.bind(Self.lastMoment, at: 1)
        return try statement.first("finding the last stamp") { row throws(IndexError) in row.optionalInt(0) }
            .flatMap { $0 }
    }

    /// Milliseconds since 1970 of the year 10000. Somebody may have written later ones into a document.
    private static let lastMoment: Int64 = 253_402_300_800_000
}

extension IndexWriter {
    /// Stamps are reserved by the minute: to note each would cost every transaction.
    private static let reservedMilliseconds: Int64 = 60_000

    /// Sees to it that the index remembers a moment before anything is stamped with it.
    ///
    /// - Parameter exactly: even if only time has passed.
    public func keep(_ time: IdentityTime, exactly: Bool = false) throws(IndexError) {
        if !exactly, try reader.meta("time-reserved").map({ $0 >= time.stamp }) ?? false,
            // The stamps of anchors only grow: one says which it is.
            try reader.meta("time-stamp") == time.anchor.stamp
        {
            return
        }
        try setMeta("time-reserved", time.stamp.addingSaturating(Self.reservedMilliseconds))
        try setMeta("time-lived", time.lived)
        try setMeta("time-stamp", time.anchor.stamp)
        try setMeta("time-wall", time.anchor.wall)
        try setMeta("time-uptime", time.anchor.uptime)
        try setMeta("time-boot", time.anchor.boot)
    }
}
