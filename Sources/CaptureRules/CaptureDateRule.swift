import PhotoModel

/// Decides when an asset was taken: the first source, in this order, whose value is a date.
///
/// overlay → sidecar → embedded (EXIF DateTimeOriginal, DateTimeDigitized, DateTime) → file name →
/// modification time → undated.
///
/// A date without an offset stays as it is written. Only a modification time, which is an instant, becomes a
/// wall clock by the configured zone.
public struct CaptureDateRule: Sendable {
    private let zone: ZoneOffsets
    /// The clock of the easternmost zone (UTC+14), and a day.
    private let latest: LocalTime
    /// Seconds since 1970.
    private let latestModification: Int64

    /// - Parameters:
    ///   - zone: the configured zone.
    ///   - now: nanoseconds since 1970. Make a rule anew for each batch: what is the future moves on.
    public init(zone: ZoneOffsets, now: Int64) {
        self.zone = zone
        latest = LocalTime(microseconds: now / 1000 + (24 + 14) * 3_600_000_000)
        latestModification = now / 1_000_000_000 + 86_400
    }

    /// The capture date alone: what a sweep asks for each photo.
    ///
    /// - Parameters:
    ///   - facts: what the file carries; `nil` where nothing could be read.
    ///   - modificationTime: nanoseconds since 1970; 0 where the file system has none.
    ///   - overlay: a date set by an edit.
    ///   - sidecar: a date out of a sidecar file.
    /// - Returns: `CaptureDate.undated` where no source has a date.
    public func decide(
        facts: EmbeddedFacts?,
        fileName: FileName,
        modificationTime: Int64,
        overlay: CaptureDate? = nil,
        sidecar: CaptureDate? = nil
    ) -> CaptureDate {
        var contest = DateContest(record: NoRecord())
        judge(
            &contest,
            facts: facts,
            fileName: fileName,
            modificationTime: modificationTime,
            overlay: overlay,
            sidecar: sidecar
        )
        return contest.winner ?? .undated
    }

    /// The same decision with every candidate that took part.
    public func explain(
        facts: EmbeddedFacts?,
        fileName: FileName,
        modificationTime: Int64,
        overlay: CaptureDate? = nil,
        sidecar: CaptureDate? = nil
    ) -> CaptureDateReasoning {
        var contest = DateContest(record: CandidateRecord())
        judge(
            &contest,
            facts: facts,
            fileName: fileName,
            modificationTime: modificationTime,
            overlay: overlay,
            sidecar: sidecar
        )
        return CaptureDateReasoning(date: contest.winner ?? .undated, candidates: contest.record.candidates)
    }

    /// The one statement of the order.
    @inline(__always)
    private func judge<Record: DateRecord>(
        _ contest: inout DateContest<Record>,
        facts: EmbeddedFacts?,
        fileName: FileName,
        modificationTime: Int64,
        overlay: CaptureDate?,
        sidecar: CaptureDate?
    ) {
        contest.offer(overlay, .overlay)
        contest.offer(sidecar, .sidecar)
        if let facts {
            contest.offer(facts.original, .exifOriginal, latest: latest)
            contest.offer(facts.digitized, .exifDigitized, latest: latest)
            contest.offer(facts.modified, .exifModified, latest: latest)
        }
        contest.offer(.fileName, value: fileName.display) { () throws(DateRejection) in
            try FileNameDate(fileName, latest: latest).date
        }
        contest.offer(.modificationTime, value: Self.valueText(ofModificationTime: modificationTime)) {
            () throws(DateRejection) in try date(ofModificationTime: modificationTime)
        }
    }

    private func date(ofModificationTime nanoseconds: Int64) throws(DateRejection) -> DateText {
        let second = Self.floorSeconds(nanoseconds)
        // An archive or a file system without times leaves 0, a failed conversion the second before it.
        if second == 0 || second == -1 { throw .noModificationTime }
        if second > latestModification { throw .future }
        let local = zone.localTime(atMicrosecond: second * 1_000_000)
        try DateRejection.check(local.time, precision: .second, latest: latest)
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
