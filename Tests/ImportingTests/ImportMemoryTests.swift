import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import Importing

@Suite("What was imported and lies there still")
struct ImportMemoryTests {
    private let trial: Trial
    private let names = [FileName("a.jpg"), FileName("b.jpg")]

    init() throws {
        trial = try Trial()
        try trial.write("a.jpg", "a")
        try trial.write("b.jpg", "b")
    }

    private func memory() throws -> ImportMemory { try ImportMemory(stateDirectory: trial.state) }

    private func unknown(_ memory: ImportMemory) throws -> [String] {
        try memory.unknown(names, in: trial.inbox).map(\.display)
    }

    @Test("is known until it changes, across restarts")
    func lasts() throws {
        let memory = try memory()
        #expect(try unknown(memory) == ["a.jpg", "b.jpg"])
        try memory.remember([names[0]], in: trial.inbox)
        try memory.commit()
        #expect(try unknown(memory) == ["b.jpg"])
        let again = try self.memory()
        #expect(try unknown(again) == ["b.jpg"])
        try trial.write("a.jpg", "another a")
        #expect(try unknown(again) == ["a.jpg", "b.jpg"])
    }

    @Test("is known by another name, and another file of its name is not")
    func renamed() throws {
        let memory = try memory()
        try memory.remember([names[0]], in: trial.inbox)
        try Disk.remove(trial.inbox + "a.jpg")
        try trial.write("a.jpg", "a")
        #expect(try unknown(memory) == ["a.jpg", "b.jpg"])
    }

    @Test("stays known where another name of it goes, if it had several")
    func linked() throws {
        let memory = try memory()
        try Disk.link(trial.inbox + "a.jpg", to: trial.library + "a.jpg")
        try memory.remember([names[0]], in: trial.inbox)
        try Disk.remove(trial.library + "a.jpg")
        #expect(try unknown(memory) == ["b.jpg"])
        try trial.write("a.jpg", "changed", seconds: 1_480_000_000)
        #expect(try unknown(memory) == ["a.jpg", "b.jpg"])
    }

    @Test("is forgotten with the daemon where it is not to last")
    func passing() throws {
        let memory = try memory()
        try memory.remember(names, in: trial.inbox, isLasting: false)
        try memory.commit()
        #expect(try unknown(memory).isEmpty)
        #expect(try unknown(self.memory()) == ["a.jpg", "b.jpg"])
    }

    @Test("survives a torn line, and stale lines are left out in time")
    func torn() throws {
        let file = trial.state + "imported.tsv"
        var memory = try memory()
        for second in 0..<1_200 {
            try Disk.setTime(trial.inbox + "a.jpg", seconds: 1_480_000_000 + second, nanoseconds: 0)
            try memory.remember([names[0]], in: trial.inbox)
        }
        try memory.commit()
        let long = try Disk.read(file)
        try Disk.write(long + Array("uuid\t12".utf8), to: file)
        memory = try self.memory()
        #expect(try unknown(memory) == ["b.jpg"])
        #expect(try Disk.read(file).count < 200)
        try memory.remember([names[1]], in: trial.inbox)
        try memory.commit()
        #expect(try unknown(self.memory()).isEmpty)
    }

    @Test("of a folder that is gone nothing can be told")
    func goneFolder() throws {
        let memory = try memory()
        try memory.remember(names, in: trial.inbox)
        #expect(throws: ImportError.self) { try memory.unknown(names, in: trial.inbox + "gone") }
    }
}
