import CSimulation
import Glibc

/// Lives, each in a process of its own: a daemon that is killed leaves its threads behind.
struct Simulation {
    private let arguments: SimulationArguments

    init(_ arguments: SimulationArguments) { self.arguments = arguments }

    /// - Returns: the program's exit status.
    func run() -> Int32 {
        var failures = 0
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let began = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        for number in 0..<arguments.lives {
            let seed = arguments.seed + UInt64(number)
            if arguments.inside { return live(seed) }
            let context = Unmanaged.passRetained(Started(simulation: self, seed: seed))
            let status = simulation_apart(runLife, context.toOpaque(), 60)
            context.release()
            guard status != 0 else { continue }
            failures += 1
            print("seed \(seed): \(status == 1 ? "differs" : "ended with status \(status)")")
        }
        clock_gettime(CLOCK_MONOTONIC, &time)
        let seconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 - began
        let rounds = arguments.lives * arguments.rounds
        print("\(arguments.lives) lives, \(rounds) rounds, \(failures) failed, \(Int(Double(rounds) / seconds)) rounds/s")
        return failures == 0 ? 0 : 1
    }

    fileprivate func live(_ seed: UInt64) -> Int32 {
        var random = RandomScript(seed: seed)
        let script = random.operations(rounds: arguments.rounds)
        if arguments.prints { for operation in script { print(operation) } }
        if arguments.traces { simulation_when_called(tellCall) }
        let outcome = Life(seed: seed, script: script).run()
        for difference in outcome.differences { print("seed \(seed), after \(outcome.rounds) rounds: \(difference)") }
        if arguments.prints { print("trace \(outcome.trace), \(outcome.handovers) handovers") }
        return outcome.differences.isEmpty ? 0 : 1
    }
}

private final class Started {
    let simulation: Simulation
    let seed: UInt64

    init(simulation: Simulation, seed: UInt64) {
        self.simulation = simulation
        self.seed = seed
    }
}

private func runLife(_ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let context else { return 2 }
    let started = Unmanaged<Started>.fromOpaque(context).takeUnretainedValue()
    return started.simulation.live(started.seed)
}

private func tellCall(_ thread: Int32, _ call: UnsafePointer<CChar>?, _ result: Int64) {
    guard let call, result != .min else { return }
    print("\(thread) \(String(cString: call)) = \(result)")
}
