/// An offset from UTC as ISO 8601 has it.
public enum OffsetText {
    /// `+02:00`
    public static func text(minutes: Int) -> String {
        let hours = abs(minutes) / 60
        let rest = abs(minutes) % 60
        return "\(minutes < 0 ? "-" : "+")\(hours < 10 ? "0" : "")\(hours):\(rest < 10 ? "0" : "")\(rest)"
    }
}
