import COwnDescriptors
import Glibc
import SimulatedMachine
import TestSupport
import Testing
import Threads

@Suite("The simulated kernel does what the kernel does", .timeLimit(.minutes(5)))
struct ConformanceTests {
    private static let names = [
        "a", "b", "c", "a/d", "a/d/e", "b/f", "x", "y", "a/x", "a/y", "b/x", "a/d/x", "l",
    ]

    @Test("over 10,000 calls drawn at random: what they return, what they leave, and every event of inotify")
    func random() async throws {
        let seed = SeededGenerator.fromEnvironment().seed
        let difference = await withCheckedContinuation { continuation in
            let thread = NamedThread("both kernels") {
                continuation.resume(returning: Self.difference(over: 10_000, seed: seed))
            }
            if thread == nil { continuation.resume(returning: "no thread") }
            thread?.leave()
        }
        #expect(difference == nil, "PHOTOD_TEST_SEED=\(seed)")
    }

    /// The first call whose outcomes differ; `nil` where none does. Other tests start programs meanwhile, so it wants a thread
    /// of its own, for descriptors of its own.
    private static func difference(over count: Int, seed: UInt64) -> String? {
        let refused = photod_own_descriptors()
        guard refused == 0 else { return "no descriptors of its own: \(String(cString: strerror(refused)))" }
        var random = SeededGenerator(seed: seed)
        var calls = 0
        while calls < count {
            // A queue of its own for every few hundred, as watches are never numbered anew.
            guard let both = try? BothKernels() else { return "no inotify, or no folder" }
            for _ in 0..<250 {
                let (said, outcome) = call(both, &random)
                guard let outcome else { continue }
                calls += 1
                if outcome.real != outcome.simulated {
                    return "call \(calls), \(said): \(outcome.real), simulated: \(outcome.simulated)"
                }
            }
            let trees = both.trees
            if trees.real != trees.simulated {
                return "after call \(calls): \(trees.real), simulated: \(trees.simulated)"
            }
        }
        return nil
    }

    private typealias Outcomes = (real: BothKernels.Outcome, simulated: BothKernels.Outcome)

    private static func call(_ both: BothKernels, _ random: inout SeededGenerator) -> (String, Outcomes?) {
        let one = random.pick(names) ?? "a"
        let other = random.pick(names) ?? "b"
        let number = random.below(1000)
        switch random.below(30) {
        case 0..<4: return ("mkdir \(one)", both.makeFolder(one))
        case 4: return ("rmdir \(one)", both.removeFolder(one))
        case 5..<8: return ("unlink \(one)", both.unlink(one))
        case 8..<10: return ("link \(one) \(other)", both.link(one, other))
        case 10: return ("symlink \(other) \(one)", both.symbolicLink("x", one))
        case 11..<15: return ("rename \(one) \(other)", both.rename(one, other))
        case 15..<17: return ("exchange \(one) \(other)", both.exchange(one, other))
        case 17: return ("chmod \(one)", both.setMode(one, number % 2 == 0 ? 0o755 : 0o700))
        case 18: return ("utimens \(one)", both.setTimes(one, 1_000_000 + number))
        case 19..<22: return ("open \(one)", both.open(one, O_WRONLY | O_CREAT))
        case 22: return ("open \(one) to empty it", both.open(one, O_WRONLY | O_TRUNC))
        case 23: return ("open \(one) to read", both.open(one, O_RDONLY))
        case 24..<26: return ("write", both.writeToOne(number, "text \(number)"))
        case 26..<28: return ("close", both.closeOne(number))
        case 28: return ("watch \(one)", both.watch(one, mask(number)))
        default: return ("unwatch", both.unwatch(Int32(1 + number % 20)))
        }
    }

    private static func mask(_ number: Int) -> UInt32 {
        let all = 0xFFF as UInt32
        // What the daemon asks for, everything, and what is a folder alone.
        let choices = [
            UInt32(IN_ATTRIB | IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_DELETE_SELF)
                | UInt32(IN_MOVED_FROM | IN_MOVED_TO | IN_MOVE_SELF) | UInt32(IN_ONLYDIR),
            all, all | UInt32(IN_ONLYDIR), all | UInt32(IN_DONT_FOLLOW),
        ]
        return choices[number % choices.count]
    }
}
