import CSimulation
import Glibc

/// A script and the seed of all that is left to chance when it is carried out.
struct Trial {
    let seed: UInt64
    var script: [Operation]

    struct Outcome {
        var rounds = 0
        /// What went wrong; `nil`: nothing.
        var failure: String?
    }

    /// Seconds after which a life counts as one that does not end.
    private static let patience: UInt32 = 30

    /// Lives it in a process of its own, as a daemon that is killed leaves its threads behind.
    func apart() -> Outcome {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return Outcome(failure: "there is no pipe") }
        let begun = Unmanaged.passRetained(Begun(trial: self, writing: ends[1]))
        defer { begun.release() }
        let status = simulation_apart(live, begun.toOpaque(), Self.patience)
        close(ends[1])
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(ends[0], &bytes, bytes.count)
        close(ends[0])
        let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(
            separator: "\n",
            maxSplits: 1
        )
        let rounds = words.first.flatMap { Int($0) } ?? 0
        switch status {
        case 0: return Outcome(rounds: rounds)
        case 1: return Outcome(rounds: rounds, failure: words.dropFirst().first.map(String.init) ?? "differs")
        case 128 + SIGALRM: return Outcome(failure: "does not end")
        default: return Outcome(failure: "ends with status \(status)")
        }
    }
}

private final class Begun {
    let trial: Trial
    let writing: Int32

    init(trial: Trial, writing: Int32) {
        self.trial = trial
        self.writing = writing
    }
}

private func live(_ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let context else { return 2 }
    let begun = Unmanaged<Begun>.fromOpaque(context).takeUnretainedValue()
    let outcome = Life(seed: begun.trial.seed, script: begun.trial.script).run()
    let text = Array(([String(outcome.rounds)] + outcome.differences.prefix(4)).joined(separator: "\n").utf8)
    _ = write(begun.writing, text, min(text.count, 4096))
    return outcome.differences.isEmpty ? 0 : 1
}
