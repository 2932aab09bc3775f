import PhotoModel

/// Candidates for a capture date, offered in the order of trust: the first valid one wins. Where it is a day without a
/// time, the next candidate of the same day that has one says the time.
///
/// With `NoRecord` nothing is looked at behind the winner and no text is made; with `CandidateRecord` every
/// candidate is judged and noted. Both run the same code, so `why` cannot disagree with the index.
struct DateContest<Record: DateRecord> {
    private(set) var winner: CaptureDate?
    /// The winner is a day, and no candidate so far knows when in it.
    private var lacksTime = false
    /// A candidate that would have won, or said the time, lies in the future.
    private(set) var hasRefusedFuture = false
    private(set) var record: Record

    init(record: Record) {
        self.record = record
    }

    @inline(__always)
    mutating func offer(_ date: CaptureDate?, _ source: DateSource) {
        guard let date else { return }
        offer(source, value: Self.text(date)) { () throws(DateRejection) in
            DateText(
                localTime: date.localTime,
                fractionDigits: date.fractionDigits,
                offsetMinutes: date.offsetMinutes,
                precision: date.precision
            )
        }
    }

    @inline(__always)
    mutating func offer(_ field: EmbeddedFacts.DateField?, _ source: DateSource, latest: LocalTime) {
        guard let field else { return }
        offer(source, value: Self.text(field)) { () throws(DateRejection) in
            try DateText(field, latest: latest)
        }
    }

    /// A field that is one text.
    @inline(__always)
    mutating func offer(_ text: String?, _ source: DateSource, latest: LocalTime) {
        guard let text else { return }
        offer(source, value: text) { () throws(DateRejection) in
            try DateText(text, latest: latest)
        }
    }

    /// One of XMP's dates of creation. Somebody may have dated a painting with it.
    @inline(__always)
    mutating func offer(
        ofCreation text: String?,
        _ source: DateSource,
        latest: LocalTime,
        note: @autoclosure () -> String? = nil
    ) {
        guard let text else { return }
        offer(source, value: text, note: note()) { () throws(DateRejection) in
            try DateText(text, latest: latest, mayPrecedePhotography: true)
        }
    }

    /// A field of a program that may spell the month.
    @inline(__always)
    mutating func offer(ofAnyForm text: String?, _ source: DateSource, latest: LocalTime) {
        guard let text else { return }
        offer(source, value: text) { () throws(DateRejection) in
            try DateText.ofAnyForm(text, latest: latest)
        }
    }

    @inline(__always)
    mutating func offer(
        _ source: DateSource,
        value: @autoclosure () -> String,
        note: @autoclosure () -> String? = nil,
        _ read: () throws(DateRejection) -> DateText
    ) {
        if winner != nil, !lacksTime, !Record.keepsCandidates { return }
        do throws(DateRejection) {
            let verdict = judge(try read(), source)
            if Record.keepsCandidates {
                record.note(
                    CaptureDateReasoning.Candidate(
                        source: source,
                        value: value(),
                        verdict: verdict,
                        note: note()
                    )
                )
            }
        } catch {
            if error == .future, winner == nil || lacksTime { hasRefusedFuture = true }
            guard Record.keepsCandidates else { return }
            record.note(
                CaptureDateReasoning.Candidate(source: source, value: value(), verdict: .rejected(error))
            )
        }
    }

    @inline(__always)
    private mutating func judge(_ date: DateText, _ source: DateSource) -> CaptureDateReasoning.Verdict {
        guard let winner else {
            self.winner = CaptureDate(date, source)
            lacksTime = date.precision == .day
            return .accepted
        }
        guard lacksTime, date.precision.rawValue < DatePrecision.day.rawValue,
            date.localTime.civilDate == winner.localTime.civilDate
        else { return .outranked }
        self.winner = CaptureDate(date, winner.source)
        lacksTime = false
        return .completing
    }

    /// As the fields stand in the file, joined.
    private static func text(_ field: EmbeddedFacts.DateField) -> String {
        var text = field.text
        if let subseconds = field.subseconds { text += ".\(subseconds)" }
        if let offset = field.offset { text += " \(offset)" }
        return text
    }

    private static func text(_ date: CaptureDate) -> String {
        var text = date.localTime.text(fractionDigits: date.fractionDigits)
        if let minutes = date.offsetMinutes {
            text += OffsetText.text(minutes: minutes)
        }
        return text
    }
}

extension CaptureDate {
    fileprivate init(_ date: DateText, _ source: DateSource) {
        self.init(
            localTime: date.localTime,
            fractionDigits: date.fractionDigits,
            offsetMinutes: date.offsetMinutes,
            source: source,
            precision: date.precision
        )
    }
}

protocol DateRecord {
    static var keepsCandidates: Bool { get }
    mutating func note(_ candidate: CaptureDateReasoning.Candidate)
}

struct NoRecord: DateRecord {
    static var keepsCandidates: Bool { false }

    mutating func note(_ candidate: CaptureDateReasoning.Candidate) {}
}

struct CandidateRecord: DateRecord {
    static var keepsCandidates: Bool { true }

    private(set) var candidates: [CaptureDateReasoning.Candidate] = []

    mutating func note(_ candidate: CaptureDateReasoning.Candidate) {
        candidates.append(candidate)
    }
}
