import CSimulation
import Glibc

/// Lives, one after the other.
struct Simulation {
    private let arguments: SimulationArguments

    init(_ arguments: SimulationArguments) { self.arguments = arguments }

    /// - Returns: the program's exit status.
    func run() -> Int32 {
        Machine.hasNetwork = arguments.network
        Machine.hasBatches = arguments.batches
        Machine.hasEdits = arguments.edits
        Rehearsal.run()
        if arguments.prints || arguments.traces { return show() }
        var (failures, lives, rounds) = (0, 0, 0)
        let began = Self.now()
        while lives < arguments.lives, Self.now() - began < arguments.seconds {
            let trial = Trial(
                seed: arguments.seed + UInt64(lives),
                script: script(arguments.seed + UInt64(lives))
            )
            let outcome = trial.apart()
            lives += 1
            rounds += outcome.rounds
            guard let failure = outcome.failure else { continue }
            failures += 1
            print("seed \(trial.seed), after \(outcome.rounds) rounds: \(failure)")
            if arguments.shrinks {
                tell(Shrinking(trial, failure).run())
                return 1
            }
            if arguments.endsAtFailure { break }
        }
        let rate = Int(Double(rounds) / max(Self.now() - began, 0.001))
        print("\(lives) lives, \(rounds) rounds, \(failures) failed, \(rate) rounds/s")
        return failures == 0 ? 0 : 1
    }

    private func script(_ seed: UInt64) -> [Operation] {
        if let script = arguments.script { return script }
        var random = RandomScript(seed: seed)
        return random.operations(rounds: arguments.rounds)
    }

    /// One life, here.
    private func show() -> Int32 {
        let script = script(arguments.seed)
        if arguments.prints { for operation in script { print(operation) } }
        if arguments.traces { simulation_when_called(tellCall) }
        let life = Life(seed: arguments.seed, script: script)
        if arguments.prints { life.listener = tellItems }
        let outcome = life.run()
        for difference in outcome.differences { print("after \(outcome.rounds) rounds: \(difference)") }
        print("trace \(outcome.trace), \(outcome.handovers) handovers")
        return outcome.differences.isEmpty ? 0 : 1
    }

    private func tell(_ trial: Trial) {
        print("# photod-simulation --seed \(trial.seed) --lives 1 --replay THIS")
        for operation in trial.script { print(operation) }
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

private func tellItems(_ comparison: Comparison) {
    print("---")
    for (path, id) in comparison.ids.sorted(by: { $0.key < $1.key }) {
        print("\(id) \(path) \(comparison.rows[path].map { "\($0)" } ?? "")")
    }
}

private func tellCall(_ thread: Int32, _ call: UnsafePointer<CChar>?, _ result: Int64) {
    guard let call, result != .min else { return }
    print("\(thread) \(String(cString: call)) = \(result)")
}
