import LineProtocol
import Testing

@testable import photoctl

@Suite("What undo --last undoes")
struct NewestBatchTests {
    /// - Parameter batches: the newest first, each its state and how many of it went well.
    private func choice(_ batches: (state: String, ok: Int)...) throws -> NewestBatch.Choice {
        var newest = NewestBatch()
        for (index, batch) in batches.enumerated() {
            let line = #"{"batch":"b\#(index)","kind":"import","ok":\#(batch.ok),"state":"\#(batch.state)"}"#
            newest.read(try JSONValue.parse(line))
        }
        return newest.choice
    }

    @Test("is the newest batch that is not undone, and of which something went well")
    func newest() throws {
        #expect(try choice(("done", 1), ("done", 2)) == .batch("b0"))
        #expect(try choice(("undone", 1), ("done", 0), ("recovered", 2), ("done", 1)) == .batch("b2"))
        #expect(try choice(("undone", 1), ("done", 0)) == .none)
        #expect(try choice() == .none)
    }

    @Test("is one of which an undo has left some, which it goes on with")
    func goesOn() throws {
        var newest = NewestBatch()
        for line in [
            #"{"batch":"b0","kind":"edit","ok":9,"state":"undone"}"#,
            #"{"batch":"b1","kind":"edit","ok":9,"state":"undone","left":3}"#,
            #"{"batch":"b2","kind":"edit","ok":9,"state":"done"}"#,
        ] { newest.read(try JSONValue.parse(line)) }
        #expect(newest.choice == .batch("b1"))
    }

    @Test("is one of which all waits for its files, as that is shown")
    func pending() throws {
        var newest = NewestBatch()
        newest.read(
            try JSONValue.parse(#"{"batch":"b0","kind":"edit","ok":0,"errors":0,"pending":1,"state":"done"}"#)
        )
        #expect(newest.choice == .batch("b0"))
    }

    @Test("is none that is older than one under way")
    func underWay() throws {
        #expect(try choice(("unfinished", 0), ("done", 2)) == .unfinished("b0"))
        #expect(try choice(("undone", 3), ("unfinished", 0), ("done", 2)) == .unfinished("b1"))
        #expect(try choice(("done", 2), ("unfinished", 0)) == .batch("b0"))
    }
}
