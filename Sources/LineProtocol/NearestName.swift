/// Finds what someone probably meant.
enum NearestName {
    /// The candidate that at most a third of its letters tell from `word`; `nil` where none is that near.
    static func of(_ word: String, among candidates: some Sequence<String>) -> String? {
        guard word.utf8.count <= 32 else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let distance = distance(Array(word.utf8), Array(candidate.utf8))
            if distance <= max(1, candidate.utf8.count / 3), distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// Levenshtein's distance, one row at a time.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (index, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let above = row[column + 1]
                row[column + 1] = min(above + 1, row[column] + 1, diagonal + (byte == other ? 0 : 1))
                diagonal = above
            }
        }
        return row[right.count]
    }
}
