/// Work of several askers, of whom each has a turn before any has another: one who asks for thousands holds nobody up.
struct FairQueue<Work: Sendable>: Sendable {
    private struct Line {
        let asker: UInt64
        var work: ArraySlice<Work>
    }

    /// The one who has waited longest first.
    private var lines: [Line] = []

    var isEmpty: Bool { lines.isEmpty }

    var count: Int { lines.reduce(0) { $0 + $1.work.count } }

    mutating func add(_ work: [Work], of asker: UInt64) {
        guard !work.isEmpty else { return }
        if let place = lines.firstIndex(where: { $0.asker == asker }) {
            lines[place].work.append(contentsOf: work)
        } else {
            lines.append(Line(asker: asker, work: work[...]))
        }
    }

    mutating func next() -> Work? {
        guard !lines.isEmpty else { return nil }
        var line = lines.removeFirst()
        let work = line.work.popFirst()
        if !line.work.isEmpty { lines.append(line) }
        return work
    }

    /// What an asker does not wait for any more.
    @discardableResult
    mutating func remove(_ asker: UInt64) -> [Work] {
        guard let place = lines.firstIndex(where: { $0.asker == asker }) else { return [] }
        return Array(lines.remove(at: place).work)
    }
}
