import PhotoModel
import Synchronization
import TestSupport
import Testing
import Threads

@testable import LibraryIndex

@Suite("The connections to an index")
struct IndexConnectionsTests {
    private let folder: TemporaryFolder
    private let connections: IndexConnections

    init() throws {
        folder = try TemporaryFolder()
        connections = try IndexConnections(folder.location("index.sqlite")) { true }
        try connections.write { connection throws(IndexError) in
            try connection.execute("CREATE TABLE word (text TEXT)", "testing")
        }
    }

    private func count() throws(IndexError) -> Int64? {
        try connections.read { connection throws(IndexError) in
            try connection.statement("SELECT count(*) FROM word").first("counting") { $0.int(0) }
        }
    }

    @Test("one writes at a time, whoever asked first")
    func turns() throws {
        let order = Mutex<[Int]>([])
        let earlier = connections.writer.withLock { $0.asked }
        var threads: [NamedThread] = []
        try connections.write { _ throws(IndexError) in
            for number in 1...4 {
                let thread = NamedThread("writer") { [connections] in
                    _ = try? connections.write { _ throws(IndexError) in
                        order.withLock { $0.append(number) }
                    }
                }
                if let thread { threads.append(thread) }
                connections.writer.wait { state -> Void? in
                    state.asked > earlier + UInt64(number) ? () : nil
                }
            }
            #expect(order.withLock { $0 }.isEmpty)
        }
        for thread in threads { thread.join() }
        #expect(order.withLock { $0 } == [1, 2, 3, 4])
    }

    @Test("who reads sees what was there when it began, while another writes")
    func snapshots() throws {
        let seen = try connections.read { connection throws(IndexError) -> [Int64?] in
            let count = try connection.statement("SELECT count(*) FROM word")
            let before = try count.first("counting") { $0.int(0) }
            try connections.write { writer throws(IndexError) in
                try writer.execute("INSERT INTO word (text) VALUES ('a')", "testing")
            }
            return [before, try count.first("counting") { $0.int(0) }]
        }
        #expect(seen == [0, 0])
        #expect(try count() == 1)
    }

    @Test("closed ones refuse, and leave one file behind")
    func closing() throws {
        #expect(try count() == 0)
        connections.close()
        #expect(throws: IndexError.self) { _ = try count() }
        #expect(throws: IndexError.self) { try connections.write { _ throws(IndexError) in } }
        #expect(folder.exists("index.sqlite"))
        #expect(!folder.exists("index.sqlite-wal"))
        // There is nothing to give back, and nothing left to close.
        connections.releaseMemory()
        connections.close()
    }
}
