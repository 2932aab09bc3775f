/// How long an answer is waited for.
enum AnswerTime {
    /// Longer than the daemon needs to say that its own time was not enough: one that is stopped, or hangs, says nothing.
    static let grace = Duration.seconds(5)

    /// Seconds as the protocol has them, from 0 to a day; `nil` for anything else.
    static func read(_ text: String) -> Duration? {
        guard let seconds = Double(text), (0...86_400).contains(seconds) else { return nil }
        return .milliseconds(Int64(seconds * 1000))
    }
}
