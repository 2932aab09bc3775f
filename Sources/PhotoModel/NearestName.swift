/// Finds what someone meant to write.
public enum NearestName {
    /// The name with the fewest changed, missing, surplus or swapped characters; the first of equals; `nil` where there
    /// are no names.
    public static func of(_ text: String, among names: some Sequence<String>) -> String? {
        var best: (name: String, distance: Int)?
        for name in names {
            let distance = distance(name, text)
            if distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    /// The nearest name that at most a third of its letters, or one, tell from `text`: what is farther off was hardly
    /// meant.
    public static func near(_ text: String, among names: some Sequence<String>) -> String? {
        of(text, among: names.filter { distance($0, text) <= max(1, $0.utf8.count / 3) })
    }

    /// Optimal string alignment: edits and swaps of neighbours.
    static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.utf8)
        // A mistyped key is short; what is longer is nobody's near miss.
        let right = Array(right.utf8.prefix(128))
        var beforePrevious = [Int](repeating: 0, count: right.count + 1)
        var previous = Array(0...right.count)
        var current = previous
        for (row, byte) in left.enumerated() {
            current[0] = row + 1
            for (column, other) in right.enumerated() {
                var best = min(
                    previous[column] + (byte == other ? 0 : 1),
                    previous[column + 1] + 1,
                    current[column] + 1
                )
                if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
                    best = min(best, beforePrevious[column - 1] + 1)
                }
                current[column + 1] = best
            }
            (beforePrevious, previous, current) = (previous, current, beforePrevious)
        }
        return previous[right.count]
    }
}
