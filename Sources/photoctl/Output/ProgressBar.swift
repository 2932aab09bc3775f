/// How far something has come, on standard error where that is a terminal; nowhere else.
struct ProgressBar {
    private static let width = 30
    private let isShown = StandardError.isTerminal
    private var shown = -1

    /// Draws the bar where it would look otherwise than before.
    mutating func show(_ done: Int64, of total: Int64) {
        guard isShown, total > 1 else { return }
        let permille = Int(done * 1000 / total)
        guard permille != shown else { return }
        shown = permille
        StandardError.write(raw: "\r" + Self.text(done, of: total))
    }

    /// Takes it away.
    mutating func clear() {
        guard isShown, shown >= 0 else { return }
        shown = -1
        StandardError.write(raw: "\r\u{1B}[K")
    }

    static func text(_ done: Int64, of total: Int64) -> String {
        let filled = total > 0 ? Int(Int64(width) * min(done, total) / total) : 0
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        return "\(bar) \(done) of \(total)"
    }
}
