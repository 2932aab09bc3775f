/// `photod-simulation [--seed N] [--lives N] [--rounds N] [--trace] [--script]`
struct SimulationArguments {
    var seed: UInt64 = 1
    var lives = 100
    /// In each life.
    var rounds = 20
    /// Whether each call is printed.
    var traces = false
    /// Whether scripts are printed.
    var prints = false
    /// In this process, for a debugger; only one life then.
    var inside = false

    init(_ words: ArraySlice<String>) {
        var rest = words
        while let word = rest.popFirst() {
            switch word {
            case "--seed": seed = rest.popFirst().flatMap { UInt64($0) } ?? seed
            case "--lives": lives = rest.popFirst().flatMap { Int($0) } ?? lives
            case "--rounds": rounds = rest.popFirst().flatMap { Int($0) } ?? rounds
            case "--trace": traces = true
            case "--script": prints = true
            case "--inside": inside = true
            default: break
            }
        }
    }
}
