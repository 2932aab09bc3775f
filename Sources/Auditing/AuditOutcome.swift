/// How an audit ended.
public enum AuditOutcome: Sendable {
    case done(checked: Int, differences: Int)
    /// The daemon is stopping.
    case stopped
    case failed(String)
}
