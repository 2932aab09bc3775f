import LineProtocol
import PhotoClient

/// A tour under way: tells the screens one step after the other, and brings them back at its end.
struct DemoRun {
    /// Seconds that a screen may take for a command.
    private static let timeout = "10"

    private let tour: DemoTour
    private let remote: ScreenRemote
    private let target: String?
    private let every: Duration
    private let tell: (DemoStep) throws -> Void

    /// - Parameters:
    ///   - target: the screen; `nil`: all that are open.
    ///   - tell: tells the user what is done.
    init(
        _ tour: DemoTour,
        on remote: ScreenRemote,
        target: String?,
        every: Duration,
        tell: @escaping (DemoStep) throws -> Void
    ) {
        self.tour = tour
        self.remote = remote
        self.target = target
        self.every = every
        self.tell = tell
    }

    /// - Throws: where no screen is open, or a step was refused.
    func run() throws {
        let restorations = try openScreens().map { try remote.ask("tree", $0) }
            .flatMap { $0.compactMap(ScreenRestoration.init) }
        let refused: Int
        do {
            refused = try showSteps()
        } catch {
            // Ctrl-C, or nobody reads what is told: the screens are brought back all the same.
            try restore(restorations)
            throw error
        }
        try restore(restorations)
        if refused > 0 { throw Failure(.refused, "\(refused) of \(tour.steps.count) steps were refused") }
    }

    private func openScreens() throws -> [String] {
        let open = try remote.ask("screens").filter { $0["open"]?.bool == true }
            .compactMap { $0["screen"]?.string }
        let wanted = target.map { target in open.filter { $0 == target } } ?? open
        guard wanted.isEmpty else { return wanted }
        throw Failure(
            .refused,
            target.map { "the screen \($0) is not open: open it with “photoctl gallery --screen \($0)”" }
                ?? "no screen is open: open one with “photoctl gallery”"
        )
    }

    /// Returns how many were refused.
    private func showSteps() throws -> Int {
        var refused = 0
        var previous: DemoStep?
        for (number, step) in tour.steps.enumerated() {
            try tell(step)
            let end = ContinuousClock().now + every
            let outcomes = try step.commands(number: number, after: previous).map { try send($0, to: target) }
            if outcomes.contains(false) { refused += 1 }
            while try remote.waitForEvent(until: end) {}
            previous = step
        }
        return refused
    }

    /// Whether it was done on all screens. What was refused the user is told.
    private func send(_ command: ScreenCommand, to screen: String?) throws -> Bool {
        let number = try remote.send(command, to: screen, timeout: Self.timeout)
        switch try remote.answer(to: number) {
        case .refused(let acknowledgement):
            StandardError.write("photoctl: \(command.name): \(acknowledgement)\n")
            return false
        case .lines(let lines):
            let failures = lines.filter { $0["error"] != nil }
            for failure in failures {
                let words = ["screen", "error", "message"].map { CellText.plain(failure[$0]) }
                StandardError.write("photoctl: \(command.name): \(words.joined(separator: " "))\n")
            }
            return failures.isEmpty
        }
    }

    private func restore(_ restorations: [ScreenRestoration]) throws {
        for restoration in restorations {
            if restoration.forgets { _ = try remote.ask("forget", restoration.screen) }
            for command in restoration.commands { _ = try send(command, to: restoration.screen) }
        }
    }
}
