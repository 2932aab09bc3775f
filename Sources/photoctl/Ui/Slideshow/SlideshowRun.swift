import LineProtocol
import PhotoClient

/// A slideshow under way: tells the screens one slide after the other, until nobody wants it any more.
struct SlideshowRun {
    private let every: Duration
    private let stage: SlideStage
    private let target: String?
    private let library: SlideLibrary
    private let remote: ScreenRemote
    private var order: SlideOrder
    private var generator = SystemRandomNumberGenerator()
    private let hearing: Hearing
    private let clock = ContinuousClock()

    /// What events have said of the screens.
    private final class Hearing {
        var screens: SlideScreens

        init(_ screens: SlideScreens) {
            self.screens = screens
        }

        func hear(_ event: EventLine) {
            guard let screen = event.json["screen"]?.string else { return }
            switch event.name {
            case "screenOpened": screens.opened(screen)
            case "screenClosed": screens.closed(screen)
            case "commandCompleted": screens.completed(screen)
            // What else happens there is of no interest, as it may be in a later version.
            case _: break
            }
        }
    }

    /// - Parameter target: the screen; `nil`: all that are open.
    init(
        _ library: SlideLibrary,
        on remote: ScreenRemote,
        target: String?,
        every: Duration,
        isShuffled: Bool,
        transition: SlideTransition
    ) {
        self.library = library
        self.remote = remote
        self.target = target
        self.every = every
        stage = SlideStage(transition: transition, using: &generator)
        order = SlideOrder(every: every, isShuffled: isShuffled)
        hearing = Hearing(SlideScreens(only: target))
    }

    /// - Throws: `Interrupted`, and what went wrong. Returns when the screens show something else.
    mutating func run() throws {
        var slides = try library.slides()
        guard !slides.isEmpty else { throw Failure(.nothingMatched, "there is nothing to show") }
        remote.heard = { [hearing] in hearing.hear($0) }
        try remote.subscribe(to: target)
        while true {
            order.begin(slides, using: &generator)
            while let slide = order.next() {
                // What went since the round began would be shown as missing.
                guard try library.has(slide) else { continue }
                guard try show(slide) else { return }
            }
            slides = try laterSlides() ?? slides
            // Where all are gone there is nothing new to tell, until there is something again.
            if slides.isEmpty { try hear(until: clock.now + every, showing: nil) }
        }
    }

    /// What there is for the next round; `nil` where that cannot be said now. A frame on a wall goes on with what it has.
    private func laterSlides() throws -> [Slide]? {
        do {
            return try library.slides()
        } catch let failure as Failure {
            StandardError.write(
                "photoctl: \(failure.message ?? ""); going on with the photos that there were\n"
            )
            return nil
        }
    }

    /// Shows a slide for its time; `false` where the screens show something else.
    private func show(_ slide: Slide) throws -> Bool {
        try waitForScreen()
        if hearing.screens.areAllTaken { return false }
        let end = clock.now + order.time(of: slide)
        if target == nil, hearing.screens.areInStep {
            try tellAll(slide)
        } else {
            try tell(slide, hearing.screens.due)
        }
        try hear(until: end, showing: slide)
        return true
    }

    private func waitForScreen() throws {
        guard hearing.screens.areAllGone, !hearing.screens.areAllTaken else { return }
        let (name, option) = target.map { ("the screen \($0)", " --screen \($0)") } ?? ("a screen", "")
        StandardError.write("photoctl: waiting for \(name): open it with “photoctl gallery\(option)”\n")
        while hearing.screens.areAllGone, !hearing.screens.areAllTaken {
            _ = try remote.waitForEvent(until: nil)
        }
    }

    /// Follows what happens on the screens. One that is opened is shown the slide, too.
    private func hear(until end: ContinuousClock.Instant, showing slide: Slide?) throws {
        repeat {
            if let slide { try tell(slide, hearing.screens.fresh.map { ($0, true) }) }
        } while try remote.waitForEvent(until: end)
    }

    /// A screen that is busy for longer than a slide is shown is left out of the next ones.
    private var timeout: String { "\(min(max(every.components.seconds, 1), 10))" }

    /// Has all screens show a slide at the same moment.
    private func tellAll(_ slide: Slide) throws {
        let number = try remote.send(stage.showing(slide), to: nil, timeout: timeout)
        // Where the last screen was closed just now, that is heard of.
        guard case .lines(let lines) = try remote.answer(to: number) else { return }
        for line in lines {
            guard let screen = line["screen"]?.string, let error = line["error"]?.string else { continue }
            if ["timeout", "busy"].contains(error) {
                hearing.screens.wasLate(screen)
            } else {
                lose(screen)
            }
        }
    }

    /// Tells each screen by itself, one after the other.
    private func tell(_ slide: Slide, _ due: [(screen: String, isFresh: Bool)]) throws {
        guard !due.isEmpty else { return }
        let widths = due.contains(where: \.isFresh) ? try self.widths() : [:]
        let sent = try due.map { screen, isFresh in
            let command =
                isFresh
                ? stage.beginning(slide, width: widths[screen] ?? Self.usualWidth) : stage.showing(slide)
            return (screen, isFresh, try remote.send(command, to: screen, timeout: timeout))
        }
        // All answers are taken before anything else is asked.
        let answers = try sent.map { try remote.answer(to: $0.2) }
        for ((screen, isFresh, _), answer) in zip(sent, answers) {
            try note(answer, of: screen, isFresh: isFresh)
        }
    }

    private func note(_ answer: TimedConnection.Answer, of screen: String, isFresh: Bool) throws {
        guard case .refused(let acknowledgement) = answer else { return hearing.screens.showed(screen) }
        switch acknowledgement.replyCode {
        case .timeout, .busy: hearing.screens.wasLate(screen)
        case .noSuch:
            // The screen, or the stack on it.
            if !isFresh, try isOpen(screen) {
                lose(screen)
            } else {
                hearing.screens.closed(screen)
            }
        case _: throw ClientError.refused(acknowledgement)
        }
    }

    private func lose(_ screen: String) {
        guard hearing.screens.wasTaken(screen) else { return }
        StandardError.write("photoctl: \(screen) shows something else now\n")
    }

    private func isOpen(_ screen: String) throws -> Bool {
        try remote.ask("screens").contains { $0["screen"]?.string == screen && $0["open"]?.bool == true }
    }

    // MARK: - Widths

    /// Where a screen does not say.
    private static let usualWidth: Int64 = 1920

    private func widths() throws -> [String: Int64] {
        var widths: [String: Int64] = [:]
        for line in try remote.ask("screens") {
            if let screen = line["screen"]?.string { widths[screen] = line["width"]?.integer }
        }
        return widths
    }
}
