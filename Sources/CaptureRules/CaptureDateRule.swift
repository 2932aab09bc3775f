import PhotoModel

/// Decides when an asset was taken: the first source whose value is a date, in the order that `judge` states.
///
/// A date without an offset stays as it is written. Only an instant (a movie's header, a modification time)
/// becomes a wall clock, by the best zone that is known.
public struct CaptureDateRule: Sendable {
    private let zones: CaptureZones
    /// The clock of the easternmost zone (UTC+14), and a day.
    private let latest: LocalTime
    /// Seconds since 1970.
    private let latestInstant: Int64

    /// - Parameters:
    ///   - zones: for instants.
    ///   - now: nanoseconds since 1970. Make a rule anew for each batch: what is the future moves on.
    public init(zones: CaptureZones, now: Int64) {
        self.init(zones: zones, latest: LocalTime(microseconds: now / 1000 + Self.lead))
    }

    private init(zones: CaptureZones, latest: LocalTime) {
        self.zones = zones
        self.latest = latest
        latestInstant = latest.microseconds / 1_000_000 - 14 * 3600
    }

    /// From now to the latest wall clock, in microseconds.
    private static let lead: Int64 = (24 + 14) * hour
    /// Microseconds.
    private static let hour: Int64 = 3_600_000_000

    /// The capture date alone: what a sweep asks for each photo.
    ///
    /// - Returns: `CaptureDate.undated` where no source has a date.
    public func decide(_ subject: CaptureSubject) -> CaptureDate {
        contest(subject).winner ?? .undated
    }

    /// The capture date, and when to ask again because a date that would have been better lies in the future: seconds
    /// since 1970, the first full hour at which one is believed; `nil` where none will be.
    public func decideWithExpiry(_ subject: CaptureSubject) -> (date: CaptureDate, expiry: Int64?) {
        let contest = contest(subject)
        let date = contest.winner ?? .undated
        return (date, contest.hasRefusedFuture ? expiry(of: date, subject) : nil)
    }

    /// The future begins at one time for wall clocks and at another for instants, so the rule itself is asked from which
    /// hour on it decides otherwise. Candidates are only ever added as time goes by: what is decided otherwise once stays
    /// so, and the hour is found by halving.
    private func expiry(of date: CaptureDate, _ subject: CaptureSubject) -> Int64? {
        func isOther(at hour: Int64) -> Bool {
            let latest = LocalTime(microseconds: hour * Self.hour + Self.lead)
            return CaptureDateRule(zones: zones, latest: latest).decide(subject) != date
        }
        var refused = (latest.microseconds - Self.lead) / Self.hour
        // No date lies in the future any more, nor any instant.
        var believed = LocalTime.last.microseconds / Self.hour + 1
        guard isOther(at: believed) else { return nil }
        while believed - refused > 1 {
            let middle = refused + (believed - refused) / 2
            if isOther(at: middle) { believed = middle } else { refused = middle }
        }
        return believed * 3600
    }

    private func contest(_ subject: CaptureSubject) -> DateContest<NoRecord> {
        var contest = DateContest(record: NoRecord())
        judge(&contest, subject)
        return contest
    }

    /// The same decision with every candidate that took part.
    public func explain(_ subject: CaptureSubject) -> CaptureDateReasoning {
        var contest = DateContest(record: CandidateRecord())
        judge(&contest, subject)
        return CaptureDateReasoning(date: contest.winner ?? .undated, candidates: contest.record.candidates)
    }

    /// The one statement of the order. Videos have no EXIF and photos no movie header, so one order serves
    /// both.
    ///
    /// Each date pairs with its own fraction and offset. Where EXIF has neither and XMP states the same second
    /// with them, nothing is borrowed: some programs that copy the one into the other add the machine's zone,
    /// and a guess must not look like knowledge.
    ///
    /// Dates of change come last, EXIF's first: cameras that write only one date write this one. It stands
    /// before PNG's `Creation Time`, which by the specification is the image's origin but in most files is
    /// when a program exported it; a PNG with EXIF was made from a photo whose date the EXIF still has.
    @inline(__always)
    private func judge<Record: DateRecord>(_ contest: inout DateContest<Record>, _ subject: CaptureSubject) {
        contest.offer(subject.overlay, .overlay)

        // When a sidecar was changed says nothing about the photo: no xmpModified.
        contest.offer(
            ofCreation: subject.sidecar?.xmpOriginal,
            .sidecar,
            latest: latest,
            note: "exif:DateTimeOriginal"
        )
        contest.offer(
            ofCreation: subject.sidecar?.xmpCreated,
            .sidecar,
            latest: latest,
            note: "photoshop:DateCreated"
        )
        contest.offer(
            ofCreation: subject.sidecar?.xmpDigitized,
            .sidecar,
            latest: latest,
            note: "xmp:CreateDate"
        )

        contest.offer(subject.facts?.original, .exifOriginal, latest: latest)
        contest.offer(ofCreation: subject.facts?.xmpOriginal, .xmpOriginal, latest: latest)
        contest.offer(ofCreation: subject.facts?.xmpCreated, .xmpCreated, latest: latest)
        offerIPTC(&contest, subject)
        contest.offer(subject.facts?.digitized, .exifDigitized, latest: latest)
        contest.offer(ofCreation: subject.facts?.xmpDigitized, .xmpDigitized, latest: latest)

        contest.offer(subject.facts?.quickTimeCreation, .quickTimeCreation, latest: latest)
        contest.offer(ofAnyForm: subject.facts?.recorded, .recorded, latest: latest)
        offerMovieHeader(&contest, subject)

        contest.offer(subject.facts?.modified, .exifModified, latest: latest)
        contest.offer(subject.facts?.xmpModified, .xmpModified, latest: latest)
        contest.offer(ofAnyForm: subject.facts?.pngCreation, .pngCreation, latest: latest)
        // UTC by the specification, local in most files: taken as it is written.
        contest.offer(subject.facts?.pngModified, .pngTime, latest: latest)

        offerFile(&contest, subject)
    }

    @inline(__always)
    private func offerIPTC<Record: DateRecord>(
        _ contest: inout DateContest<Record>,
        _ subject: CaptureSubject
    ) {
        guard let day = subject.facts?.iptcDate else { return }
        let time = subject.facts?.iptcTime
        contest.offer(.iptcCreated, value: time.map { "\(day) \($0)" } ?? day) { () throws(DateRejection) in
            try IPTCDate(day: day, time: time, latest: latest).date
        }
    }

    /// The header's instant: with the offset of the photo beside it, else in the zone that is chosen for it.
    @inline(__always)
    private func offerMovieHeader<Record: DateRecord>(
        _ contest: inout DateContest<Record>,
        _ subject: CaptureSubject
    ) {
        guard let header = subject.facts?.movieHeader else { return }
        if let minutes = subject.companionOffset {
            contest.offer(.companion, value: header, note: CaptureZones.note(companionOffset: minutes)) {
                () throws(DateRejection) in
                try date(ofMovieHeader: header) { instant in
                    (LocalTime(microseconds: instant &+ Int64(minutes) &* 60_000_000), minutes)
                }
            }
        }
        contest.offer(.movieHeader, value: header, note: zones.note(zones.choice(for: subject))) {
            () throws(DateRejection) in
            try date(ofMovieHeader: header) { instant in
                zones.offsets(zones.choice(for: subject)).localTime(atMicrosecond: instant)
            }
        }
    }

    @inline(__always)
    private func offerFile<Record: DateRecord>(
        _ contest: inout DateContest<Record>,
        _ subject: CaptureSubject
    ) {
        contest.offer(.fileName, value: subject.fileName.display) { () throws(DateRejection) in
            try FileNameDate(subject.fileName, latest: latest).date
        }
        contest.offer(
            .modificationTime,
            value: Self.valueText(ofModificationTime: subject.modificationTime),
            note: zones.homeNote
        ) { () throws(DateRejection) in try date(ofModificationTime: subject.modificationTime) }
    }

    // MARK: Instants

    /// - Parameter wallClock: wall clock and minutes east of UTC at an instant in microseconds since 1970.
    private func date(
        ofMovieHeader text: String,
        wallClock: (Int64) -> (time: LocalTime, offsetMinutes: Int)
    ) throws(DateRejection) -> DateText {
        // The clock that was never set is looked for in UTC, where it reads 1904 or 1970.
        var date = try DateText(text, latest: latest)
        // A day without a time is no instant.
        guard date.precision.rawValue < DatePrecision.day.rawValue else { return date }
        let instant = date.localTime.microseconds - Int64(date.offsetMinutes ?? 0) * 60_000_000
        if instant / 1_000_000 > latestInstant { throw .future }
        let local = wallClock(instant)
        date.localTime = local.time
        date.offsetMinutes = local.offsetMinutes
        // The header counts whole seconds; the zeros behind them are the library's.
        if local.time.clockTime.microsecond == 0 { date.fractionDigits = 0 }
        return date
    }

    private func date(ofModificationTime nanoseconds: Int64) throws(DateRejection) -> DateText {
        let second = Self.floorSeconds(nanoseconds)
        // An archive or a file system without times leaves 0, a failed conversion the second before it. What lies before 1677
        // is clamped to the first nanosecond there is, and nobody has given that.
        if second == 0 || second == -1 || nanoseconds == .min { throw .noModificationTime }
        if second > latestInstant { throw .future }
        let local = zones.home.localTime(atMicrosecond: second * 1_000_000)
        try DateRejection.check(
            local.time,
            precision: .second,
            latest: latest,
            mayPrecedePhotography: true
        )
        return DateText(
            localTime: local.time,
            fractionDigits: 0,
            offsetMinutes: local.offsetMinutes,
            precision: .second
        )
    }

    private static func valueText(ofModificationTime nanoseconds: Int64) -> String {
        LocalTime(microseconds: floorSeconds(nanoseconds) * 1_000_000).text() + "Z"
    }

    private static func floorSeconds(_ nanoseconds: Int64) -> Int64 {
        let seconds = nanoseconds / 1_000_000_000
        return nanoseconds % 1_000_000_000 < 0 ? seconds - 1 : seconds
    }
}

extension CaptureDate {
    /// No source had a date. Its local time lies in the year 0, outside every month, so that its month is
    /// `undated` and it sorts behind everything dated.
    public static let undated = CaptureDate(
        localTime: LocalTime(microseconds: -62_167_219_200_000_000),
        source: .none
    )
}
