import Auditing
import PhotodConfiguration

/// Audits, for those who ask for them.
extension LibraryRun {
    /// Compares everything with the disk and mends what differs. Both closures are called on the audit's own thread.
    ///
    /// - Parameters:
    ///   - report: told each difference, mended or not; returns `false` where nobody listens any more.
    ///   - completion: called once, unless the audit was abandoned.
    /// - Returns: a number for `abandonAudit`.
    func audit(
        report: @escaping @Sendable (AuditDifference) -> Bool,
        completion: @escaping @Sendable (AuditOutcome) -> Void
    ) -> UInt64 {
        auditor.audit(report: report, completion: completion)
    }

    func abandonAudit(_ number: UInt64) {
        auditor.abandon(number)
    }

    /// How often an audit takes place by itself.
    func setAuditPeriod(_ period: AuditPeriod) {
        auditor.setPeriod(period)
    }
}
