import Batches
import PhotoModel

/// What a batch is to do, and what is known of the rest before anything is done.
struct BatchOrder {
    private(set) var intents: [UnitIntent] = []
    /// Of each of them, its position in what was asked for.
    private(set) var positions: [Int] = []
    private(set) var staying: [UnitOutcome] = []
    private(set) var unchanged = 0
    private(set) var errors = 0

    var nextNumber: Int { intents.count + 1 }

    mutating func add(_ intent: UnitIntent, at position: Int) {
        intents.append(intent)
        positions.append(position)
    }

    mutating func leave(_ position: Int, duplicateOf twin: FilePath?) {
        unchanged += 1
        staying.append(UnitOutcome(index: position, result: .unchanged(duplicateOf: twin)))
    }

    mutating func refuse(_ position: Int, _ error: ImportError) {
        errors += 1
        staying.append(UnitOutcome(index: position, result: .refused(error)))
    }
}
