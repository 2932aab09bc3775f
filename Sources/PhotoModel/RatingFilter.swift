/// Which stars are asked for.
public enum RatingFilter: Hashable, Sendable {
    case stars(ClosedRange<Int>)
    /// Nobody has given any.
    case unset

    /// Reads `4`, `3..5` and `unset`; -1 is what was rejected.
    public init?(_ text: String) {
        if text == "unset" {
            self = .unset
            return
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = [parts.first, parts.last].compactMap { part in
            part.flatMap { Int($0) }.flatMap { (-1...5).contains($0) ? $0 : nil }
        }
        guard parts.count == 1 || parts.count == 3 && parts[1].isEmpty, numbers.count == 2,
            numbers[0] <= numbers[1]
        else { return nil }
        self = .stars(numbers[0]...numbers[1])
    }
}
