import CSQLite
import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("A connection to a database")
struct ConnectionTests {
    private let folder: TemporaryFolder
    private let connection: Connection

    init() throws {
        folder = try TemporaryFolder()
        connection = try Connection(folder.location("some.sqlite"), for: .writing, "testing")
        try connection.execute("CREATE TABLE word (text TEXT UNIQUE)", "testing")
    }

    private func add(_ text: String) throws(IndexError) {
        let statement = try connection.statement("INSERT INTO word (text) VALUES (?1)")
        statement.bind(text, at: 1)
        try statement.run("adding a word")
    }

    private func words() throws -> [String] {
        var words: [String] = []
        try connection.statement("SELECT text FROM word ORDER BY text").each("reading words") { row in
            words.append(row.string(0))
        }
        return words
    }

    private func code(_ body: () throws -> Void) -> Int32? {
        do {
            try body()
            return nil
        } catch IndexError.sqlite(let code, _, _) {
            return code
        } catch {
            return nil
        }
    }

    @Test("one that is not there is not made by who only reads, and the error says where to look")
    func missing() {
        let error = #expect(throws: IndexError.self) {
            _ = try Connection(folder.location("none.sqlite"), for: .reading, "testing")
        }
        #expect(error?.description.contains("unable to open database file (SQLite code 14)") == true)
        #expect(!folder.exists("none.sqlite"))
    }

    @Test("who reads may not write")
    func readsOnly() throws {
        let reader = try Connection(folder.location("some.sqlite"), for: .reading, "testing")
        #expect(code { try reader.execute("DELETE FROM word", "testing") } == SQLITE_READONLY)
    }

    @Test("errors have SQLite's extended code, its message and what was being done")
    func extendedCodes() throws {
        try add("a")
        let error = #expect(throws: IndexError.self) { try add("a") }
        let unique = SQLITE_CONSTRAINT | 8 << 8
        #expect(
            error?.description
                == "index: adding a word: UNIQUE constraint failed: word.text (SQLite code \(unique))"
        )
        // The statement is as good as before.
        try add("b")
        #expect(try words() == ["a", "b"])
    }

    @Test("a word in double quotes is a name, never a text")
    func doubleQuotes() throws {
        #expect(throws: IndexError.self) { _ = try connection.prepare("SELECT \"absent\" FROM word") }
        #expect(throws: IndexError.self) {
            try connection.execute("CREATE INDEX odd ON word (\"absent\")", "testing")
        }
    }

    @Test("a statement is prepared once, until its memory is given back")
    func keptStatements() throws {
        let first = try connection.statement("SELECT 1")
        #expect(try connection.statement("SELECT 1") === first)
        connection.releaseMemory()
        #expect(try connection.statement("SELECT 1") !== first)
        // Who still has it can use it.
        #expect(try first.first("testing") { $0.int(0) } == 1)
    }

    @Test("a statement outlives a change of the tables it is about")
    func changedTables() throws {
        try add("a")
        #expect(try words() == ["a"])
        try connection.execute("DROP TABLE word; CREATE TABLE word (number INTEGER, text TEXT)", "testing")
        #expect(try words().isEmpty)
        try add("b")
        #expect(try words() == ["b"])
    }

    @Test("an empty text and empty bytes are not nothing")
    func emptyValues() throws {
        let types = try connection.statement("SELECT typeof(?1), typeof(?2), typeof(?3), typeof(?4)")
        types.bind("", at: 1)
        types.bind([] as [UInt8], at: 2)
        types.bind(nil as String?, at: 3)
        types.bind(nil as [UInt8]?, at: 4)
        let found = try types.first("testing") { row in (0..<4).map { row.string($0) } }
        #expect(found == ["text", "blob", "null", "null"])
    }

    @Test("what a transaction throws leaves nothing, and the next one goes on")
    func rollback() throws {
        #expect(throws: IndexError.self) {
            try connection.transaction(.immediate, "testing") { () throws(IndexError) in
                try add("a")
                throw .withdrawn
            }
        }
        #expect(try words().isEmpty)
        try connection.transaction(.immediate, "testing") { () throws(IndexError) in try add("b") }
        #expect(try words() == ["b"])
    }

    @Test("one that an error ended on the way fails, though its body went on")
    func abortedTransaction() throws {
        try add("a")
        let aborted = code {
            try connection.transaction(.immediate, "testing") { () throws(IndexError) in
                try add("b")
                try? connection.execute("INSERT OR ROLLBACK INTO word (text) VALUES ('a')", "testing")
            }
        }
        #expect(aborted == SQLITE_ABORT)
        #expect(try words() == ["a"])
    }

    @Test("two cannot write at once")
    func busy() throws {
        let other = try Connection(folder.location("some.sqlite"), for: .writing, "testing")
        try other.execute("PRAGMA busy_timeout = 0", "testing")
        try connection.transaction(.immediate, "testing") { () throws(IndexError) in
            let refused = code {
                try other.transaction(.immediate, "testing") { () throws(IndexError) in }
            }
            #expect(refused == SQLITE_BUSY)
        }
        try other.transaction(.immediate, "testing") { () throws(IndexError) in }
    }
}
