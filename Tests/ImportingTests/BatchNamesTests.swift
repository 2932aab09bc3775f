import PhotoModel
import TestSupport
import Testing

@testable import Batches
@testable import Importing

@Suite("The names of batches")
struct BatchNamesTests {
    /// - Parameter days: by which the clock is ahead of 21 November 2026.
    private static func begin(_ trial: Trial, days: Int64) throws -> String {
        let journal = try trial.store(days: days).create(.import, token: "trial")
        return journal.name.description
    }

    @Test("never go back, though the date does")
    func ascending() throws {
        let trial = try Trial()
        #expect(try Self.begin(trial, days: 0) == "20261121-0001")
        #expect(try Self.begin(trial, days: 1) == "20261122-0001")
        #expect(try Self.begin(trial, days: 0) == "20261122-0002")
        #expect(try Self.begin(trial, days: -1) == "20261122-0003")
        #expect(try Self.begin(trial, days: 1) == "20261122-0004")
        #expect(try Self.begin(trial, days: 2) == "20261123-0001")
    }

    @Test("do not follow a clock that was wrong by more than two days")
    func wrongClock() throws {
        let trial = try Trial()
        #expect(try Self.begin(trial, days: 10_000) == "20540408-0001")
        #expect(try Self.begin(trial, days: 0) == "20261121-0001")
        #expect(try Self.begin(trial, days: 1) == "20261122-0001")
        #expect(try Self.begin(trial, days: 0) == "20261122-0002")
        #expect(try Self.begin(trial, days: -3) == "20261118-0001")
    }
}
