import PhotoModel
import PhotodConfiguration

/// When an audit that nobody asked for is due: pure.
enum AuditSchedule {
    /// After a start the disk has better things to do.
    static let startDelay: Int64 = 600

    /// When the last audit ended, or its period began for want of one; `nil`: all that is known of it lies in the future, because
    /// the clock was ahead then or is behind now.
    static func lastEnd(finished: Int64?, awaited: Int64?, now: Int64) -> Int64? {
        [finished, awaited].compactMap(\.self).filter { $0 <= now }.max()
    }

    /// Seconds until the next audit is to begin, or to go on; `nil`: never.
    ///
    /// - Parameters:
    ///   - finished: `lastEnd`, in seconds since 1970; `nil`: just now.
    ///   - position: where one that did not end is to go on; 0: none is under way.
    ///   - now: seconds since 1970.
    static func delay(_ period: AuditPeriod, finished: Int64?, position: Int64, now: Int64) -> Int64? {
        guard let seconds = period.seconds else { return nil }
        if position > 0 { return startDelay }
        // A clock that was set back must not put the audit off for longer than a period.
        guard let finished, finished <= now else { return seconds }
        return max(startDelay, seconds.subtractingSaturating(now.subtractingSaturating(finished)))
    }
}

extension AuditPeriod {
    fileprivate var seconds: Int64? {
        switch self {
        case .never: nil
        case .daily: 86_400
        case .weekly: 7 * 86_400
        case .monthly: 30 * 86_400
        }
    }
}
