/// How much work of each epoch is still to be done. Few epochs are open at a time, whatever the number of
/// barriers: those without work take no room.
struct EpochLedger: Sendable {
    private var open: [(epoch: Epoch, count: Int)] = []

    /// The oldest epoch with work left; `nil` when all is done.
    var oldest: Epoch? { open.first?.epoch }

    var count: Int { open.reduce(0) { $0 + $1.count } }

    mutating func add(_ epoch: Epoch) {
        let place = position(epoch)
        if place < open.count, open[place].epoch == epoch {
            open[place].count += 1
        } else {
            open.insert((epoch, 1), at: place)
        }
    }

    mutating func remove(_ epoch: Epoch) {
        let place = position(epoch)
        guard place < open.count, open[place].epoch == epoch else { return }
        open[place].count -= 1
        if open[place].count == 0 { open.remove(at: place) }
    }

    func isDrained(through epoch: Epoch) -> Bool {
        oldest.map { $0 > epoch } ?? true
    }

    /// Where `epoch` stands or belongs. The newest is looked for most.
    private func position(_ epoch: Epoch) -> Int {
        var place = open.count
        while place > 0, open[place - 1].epoch >= epoch { place -= 1 }
        return place
    }
}
