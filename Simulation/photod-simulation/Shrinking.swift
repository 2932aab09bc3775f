/// Makes a failing trial shorter: whatever can be left out, so that it still fails in the same way, is. What is left out
/// changes who is next as well, so that each attempt is made with several seeds.
struct Shrinking {
    private var trial: Trial
    private let kind: Substring

    /// A long script takes long, and much can be left out of it: it has fewer attempts.
    private static func attempts(_ script: [Operation]) -> UInt64 {
        UInt64(min(max(4_000 / max(script.count, 1), 4), 60))
    }

    init(_ trial: Trial, _ failure: String) {
        self.trial = trial
        kind = failure.prefix { $0 != ":" }
    }

    func run() -> Trial {
        var shortest = self
        var length = max(1, shortest.trial.script.count / 2)
        while true {
            var start = 0
            var isShorter = false
            while start < shortest.trial.script.count {
                var script = shortest.trial.script
                script.removeSubrange(start..<min(script.count, start + length))
                if let failing = shortest.failing(script) {
                    shortest.trial = failing
                    isShorter = true
                } else {
                    start += length
                }
            }
            if length == 1, !isShorter { return shortest.trial }
            if !isShorter { length = max(1, length / 2) }
        }
    }

    private func failing(_ script: [Operation]) -> Trial? {
        for number in 0..<Self.attempts(script) {
            let trial = Trial(seed: number == 0 ? self.trial.seed : number, script: script)
            if let failure = trial.apart().failure, failure.prefix(while: { $0 != ":" }) == kind {
                return trial
            }
        }
        return nil
    }
}
