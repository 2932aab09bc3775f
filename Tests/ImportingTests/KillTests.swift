import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import Importing

/// A real process that imports 500 photos is killed, again and again: 25 times each way, 10 times where the inbox lies
/// in memory, `PHOTOD_IMPORT_KILLS` times where that is set.
@Suite("Kills", .serialized)
struct KillTests {
    private static let photos = 500

    private static func kills(_ road: Road) -> Int {
        let given = getenv("PHOTOD_IMPORT_KILLS").flatMap { Int(String(cString: $0)) }
        return given ?? (road.whereabouts == .fromOtherFileSystem ? 10 : 25)
    }

    /// What a kill hit.
    private enum Hit: String, CaseIterable {
        case nothing = "before the journal"
        case header = "an empty journal"
        case openIntent = "open intents"
        case betweenIntents = "between intents"
        case afterwards = "the end"
    }

    @Test(
        "killed anywhere, every photo is there after recovery, and undo brings the inbox back",
        arguments: Road.all.filter { $0.action != .hardlink }
    )
    func killed(_ road: Road) throws {
        var generator = SeededGenerator.fromEnvironment()
        let whole = try filled(road, &generator)
        let first = try TrialProcess(whole, road.action.rawValue)
        try first.waitForWords()
        let start = milliseconds()
        let (said, _) = try first.end()
        // At its end there is nothing left to hit.
        var duration = max(1, (milliseconds() - start) * 3 / 4)
        let changes = try #require(Int(said.split { $0.isWhitespace }.dropFirst(2).first ?? ""))
        var hits: [Hit: Int] = [:]
        let kills = Self.kills(road)
        for round in 0..<kills {
            let trial = try filled(road, &generator)
            let inbox = try Tree(trial.inbox)
            // In turn between two calls, and whenever it comes.
            let isCounted = round % 2 == 0
            let number = generator.below(changes)
            let process = try TrialProcess(
                trial,
                road.action.rawValue,
                killedBefore: isCounted ? number : nil
            )
            let pause = generator.below(duration)
            if !isCounted {
                try process.waitForWords()
                try process.kill(afterMilliseconds: pause)
            }
            _ = try process.end()
            let place = try hit(trial)
            hits[place, default: 0] += 1
            // The first may have had less of the machine than those that follow: what came too late is the new end.
            if !isCounted && place == .afterwards { duration = max(1, pause) }
            let comment: Comment = "round \(round), change \(number); seed \(generator.seed)"
            #expect(try Recovery(try trial.store()).problems.isEmpty, comment)
            try road.check(trial, inbox, comment)
            try road.undo(trial, inbox, comment)
        }
        let histogram = Hit.allCases.compactMap { hit in hits[hit].map { "\(hit.rawValue): \($0)" } }
        print("\(road.testDescription), \(kills) kills hit \(histogram.joined(separator: ", "))")
        // Were it fewer, the kills would not try what they are meant to. Those between two calls nearly always hit,
        // those that come whenever they come mostly do.
        #expect(hits[.openIntent] ?? 0 >= kills * 3 / 5, "seed \(generator.seed)")
    }

    private func milliseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    private func filled(_ road: Road, _ generator: inout SeededGenerator) throws -> Trial {
        let trial = try road.whereabouts.trial()
        for number in 0..<Self.photos {
            let digits = String(number + 100_000).dropFirst()
            try trial.write("IMG_\(digits).jpg", "photo \(number) \(generator.next())")
            if number % 10 == 0 { try trial.write("IMG_\(digits).xmp", "said of \(number)") }
        }
        return trial
    }

    private func hit(_ trial: Trial) throws -> Hit {
        let store = try trial.store()
        guard let name = try store.names().first else { return .nothing }
        guard let content = try store.content(of: name) else { return .header }
        if content.state != nil { return .afterwards }
        if content.lastNumber == 0 { return .header }
        return content.openUnits.isEmpty ? .betweenIntents : .openIntent
    }
}
