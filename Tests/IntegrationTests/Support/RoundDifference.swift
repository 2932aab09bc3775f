/// What a round of random changes ended in otherwise than it should have, and how to see it again.
struct RoundDifference: Error, CustomStringConvertible {
    let round: Int
    let seed: UInt64
    let what: [String]
    let story: [String]

    var description: String {
        (["round \(round), seed \(seed):"] + what + ["what was done:"] + story).joined(separator: "\n  ")
    }
}
