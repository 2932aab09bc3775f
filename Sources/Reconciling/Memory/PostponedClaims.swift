import PhotoModel

/// New files that look, by their content, like one that has left its place, and were put off: that one may have moved,
/// and its inode be about to be found. Then this is a copy.
///
/// A look that was asked for comes after everything that had been told by then, except what shares a directory with it:
/// that is looked at in the same visit. So a file is put off twice, and then believed.
struct PostponedClaims: Sendable {
    private struct Place: Hashable {
        let directory: Int64
        let name: FileName
    }

    private let times: Int
    /// More than this, and content is believed at once: whole libraries are copied rather than moved.
    private let limit: Int

    init(times: Int = 2, limit: Int = 256) {
        self.times = times
        self.limit = limit
    }

    private var counts: [Place: Int] = [:]

    /// Whether a file is to be looked at once more before it is believed.
    mutating func postpones(_ name: FileName, in directory: Int64) -> Bool {
        let place = Place(directory: directory, name: name)
        let count = counts[place, default: 0]
        guard count < times, counts.count < limit else {
            counts[place] = nil
            return false
        }
        counts[place] = count + 1
        return true
    }
}
