import PhotoModel
import TestSupport
import Testing
import Threads

@testable import LibraryIndex

@Suite("What would keep an index busy for long", .timeLimit(.minutes(5)))
struct InterruptionTests {
    private let folder: TemporaryFolder
    private let index: LibraryIndex

    init() throws {
        folder = try TemporaryFolder()
        index = try folder.open()
    }

    @Test("ends when it is interrupted, and the connection serves others")
    func endless() throws {
        let interruption = Interruption()
        let hasBegun = Monitor(false)
        let outcome = Monitor<String?>(nil)
        let thread = NamedThread("endless") { [index] in
            do throws(IndexError) {
                try index.connections.read { connection throws(IndexError) in
                    try connection.interruptible(by: interruption) { () throws(IndexError) in
                        try connection.statement(
                            "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number) SELECT n FROM number"
                        ).each("counting") { _ throws(IndexError) in hasBegun.update { $0 = true } }
                    }
                }
                outcome.update { $0 = "came to its end" }
            } catch {
                outcome.update { $0 = "\(error)" }
            }
        }
        hasBegun.wait { $0 ? () : nil }
        interruption.interrupt()
        #expect(outcome.wait { $0 } == "\(IndexError.withdrawn)")
        thread?.join()
        #expect(try index.read { reader throws(IndexError) in try reader.documents() }.isEmpty)
    }

    @Test("does not begin when it was interrupted before, and nothing counts as damaged")
    func proof() throws {
        let interruption = Interruption()
        interruption.interrupt()
        let error = try #require(throws: IndexError.self) { try index.prove(until: interruption) }
        #expect("\(error)" == "\(IndexError.withdrawn)")
        #expect(!index.isDamaged)
        try index.prove()
    }
}
