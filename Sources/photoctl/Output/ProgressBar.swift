/// How far something has come, on standard error where that is a terminal; nowhere else.
struct ProgressBar {
    private static let usualWidth = 30
    /// Less shows nothing: then there are the numbers alone.
    private static let leastWidth = 4
    private let isShown = StandardError.isTerminal
    private var shown = -1

    /// Draws the bar where it would look otherwise than before.
    mutating func show(_ done: Int64, of total: Int64) {
        guard isShown, total > 1 else { return }
        let permille = Int(done * 1000 / total)
        guard permille != shown else { return }
        shown = permille
        StandardError.write(raw: "\r" + Self.text(done, of: total, columns: StandardError.columns))
    }

    /// Takes it away.
    mutating func clear() {
        guard isShown, shown >= 0 else { return }
        shown = -1
        StandardError.write(raw: "\r\u{1B}[K")
    }

    /// At most `columns` wide.
    static func text(_ done: Int64, of total: Int64, columns: Int) -> String {
        let numbers = "\(done) of \(total)"
        // The last column stays free: a character there makes some terminals wrap.
        let room = columns - 1 - numbers.utf8.count - 1
        guard room >= leastWidth else { return String(numbers.prefix(max(columns - 1, 0))) }
        let width = min(room, usualWidth)
        let filled = total > 0 ? Int(Int64(width) * max(0, min(done, total)) / total) : 0
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        return "\(bar) \(numbers)"
    }
}
