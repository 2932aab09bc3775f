import TestSupport
import Testing

@testable import LineServer

@Suite("Events that wait for a client")
struct EventQueueTests {
    private enum Event: LineEvent, Equatable {
        case change(lines: Int)
        case state(Int)

        var weight: Int {
            switch self {
            case .change(let lines): lines
            case .state: 1
            }
        }

        var isState: Bool {
            switch self {
            case .change: false
            case .state: true
            }
        }
    }

    private func told(_ queue: inout EventQueue<Event>) -> [Event] {
        var events: [Event] = []
        while let event = queue.first {
            events.append(event)
            queue.removeFirst()
        }
        return events
    }

    @Test("come in their order, and of states only the newest")
    func order() {
        var queue = EventQueue<Event>()
        for event in [Event.state(1), .change(lines: 2), .state(2), .change(lines: 3), .state(3)] {
            queue.append(event, isOpening: false)
        }
        #expect(told(&queue) == [.change(lines: 2), .change(lines: 3), .state(3)])
    }

    @Test("come in their order however they are told and replaced between")
    func interleaved() {
        var generator = SeededGenerator.fromEnvironment()
        var (queue, expected) = (EventQueue<Event>(), [Event]())
        for number in 0..<5_000 {
            switch generator.below(5) {
            case 0, 1: expected.append(.change(lines: 1 + number % 3))
            case 2:
                expected.removeAll(where: \.isState)
                expected.append(.state(number))
            default:
                #expect(queue.first == expected.first, "seed \(generator.seed), \(number)")
                queue.removeFirst()
                expected = Array(expected.dropFirst())
                continue
            }
            if let event = expected.last { queue.append(event, isOpening: true) }
        }
        #expect(told(&queue) == expected, "seed \(generator.seed)")
    }

    @Test("are too many where their lines are, not counting the one being told")
    func limit() {
        var queue = EventQueue<Event>()
        queue.append(.change(lines: 1_000_000), isOpening: false)
        queue.append(.change(lines: 8192), isOpening: false)
        #expect(!queue.isTooFarBehind)
        queue.append(.state(1), isOpening: false)
        #expect(queue.isTooFarBehind)
    }

    @Test("that came while the state was read are not held against a client that is told of them")
    func letIn() {
        var queue = EventQueue<Event>()
        for _ in 0..<30_000 { queue.append(.change(lines: 1), isOpening: true) }
        queue.append(.change(lines: 8000), isOpening: false)
        #expect(!queue.isTooFarBehind)
        for _ in 0..<30_000 { queue.removeFirst() }
        queue.append(.change(lines: 8192), isOpening: false)
        #expect(!queue.isTooFarBehind)
        queue.append(.change(lines: 9000), isOpening: false)
        #expect(queue.isTooFarBehind)
    }

    @Test("may be more while the state is read, and what is told makes room")
    func opening() {
        var queue = EventQueue<Event>()
        queue.append(.change(lines: 65_536), isOpening: true)
        #expect(!queue.isTooFarBehind)
        queue.removeFirst()
        for _ in 0..<100_000 {
            queue.append(.change(lines: 1), isOpening: false)
            queue.removeFirst()
        }
        #expect(!queue.isTooFarBehind)
        queue.append(.change(lines: 65_537), isOpening: true)
        #expect(queue.isTooFarBehind)
    }
}
