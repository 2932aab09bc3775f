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

    @Test("say nothing of which was the last: that is the one that was begun last, whatever the clock said")
    func newest() throws {
        let trial = try Trial()
        for days: Int64 in [0, 10_000, 0, -3, 0] {
            var journal = try trial.store(days: days).create(.import, token: "trial")
            try journal.commit()
        }
        // An earlier build's does not say which it was.
        let old = "20400101-0001"
        try trial.folder.write(
            "state/batches/\(old).jsonl",
            "{\"version\":1,\"batch\":\"\(old)\",\"kind\":\"edit\",\"token\":\"a\",\"time\":\"2040-01-01T10:00:00+01:00\"}\n"
        )
        #expect(
            try trial.store().list { _, _ in }.map(\.name.description) == [
                "20261121-0003", "20261118-0001", "20261121-0002", "20540408-0001", "20261121-0001", old,
            ]
        )
    }

    @Test("tell where a batch of an earlier build belongs: after those with names before its own")
    func earlierBuild() throws {
        let trial = try Trial()
        func begin() throws {
            var journal = try trial.store().create(.import, token: "trial")
            try journal.commit()
        }
        try begin()
        try begin()
        // The earlier build was installed again, and then this one.
        let old = "20261121-0003"
        try trial.folder.write(
            "state/batches/\(old).jsonl",
            "{\"version\":1,\"batch\":\"\(old)\",\"kind\":\"edit\",\"token\":\"a\",\"time\":\"2026-11-21T10:00:00+01:00\"}\n"
        )
        #expect(
            try trial.store().list { _, _ in }.map(\.name.description) == [
                old, "20261121-0002", "20261121-0001",
            ]
        )
        try begin()
        #expect(
            try trial.store().list { _, _ in }.map(\.name.description) == [
                "20261121-0004", old, "20261121-0002", "20261121-0001",
            ]
        )
    }

    @Test("are given once, though a batch be forgotten that somebody has listed")
    func forgotten() throws {
        let trial = try Trial()
        let store = try trial.store()
        func begin() throws -> BatchName { try store.create(.import, token: "trial").name }
        let first = try begin()
        store.forget(first)
        let second = try begin()
        #expect(second.description == "20261121-0002")
        store.forget(second)
        #expect(try begin().description == "20261121-0003")
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
