import Files
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

    /// Has files remembered as they are now.
    private func remember(_ names: [FileName], by memory: ImportMemory, isLasting: Bool = true) throws {
        for name in names {
            let stamp = try FileStatus(lookingAt: trial.inbox.appending(name)).remembered
            try memory.remember([name: stamp], in: trial.inbox, isLasting: isLasting)
        }
    }

    private func unknown(_ memory: ImportMemory) throws -> [String] {
        try memory.unknown(names, in: trial.inbox).map(\.display)
    }

    @Test("is known until it changes, across restarts")
    func lasts() throws {
        let memory = try memory()
        #expect(try unknown(memory) == ["a.jpg", "b.jpg"])
        try remember([names[0]], by: memory)
        try memory.commit()
        #expect(try unknown(memory) == ["b.jpg"])
        let again = try self.memory()
        #expect(try unknown(again) == ["b.jpg"])
        try trial.write("a.jpg", "another a")
        #expect(try unknown(again) == ["a.jpg", "b.jpg"])
    }

    @Test(
        "is kept as long as it is asked about; of too many those are forgotten that nobody asks about",
        arguments: [false, true]
    )
    func limit(isRestarted: Bool) throws {
        var memory = try ImportMemory(stateDirectory: trial.state, gate: .open, limit: 20)
        try remember(names, by: memory)
        for number in 0..<100 {
            let stamp = FileStamp(
                size: 1,
                modificationTime: 1,
                changeTime: 1,
                inode: UInt64(1 << 40 + number),
                birthTime: 0
            )
            try memory.remember([names[0]: stamp], in: trial.inbox)
            // One of the two is there still.
            #expect(try memory.unknown([names[0]], in: trial.inbox).isEmpty)
        }
        if isRestarted {
            try memory.commit()
            memory = try ImportMemory(stateDirectory: trial.state, gate: .open, limit: 20)
        }
        #expect(memory.count <= 20)
        if !isRestarted { #expect(try unknown(memory) == ["b.jpg"]) }
    }

    @Test("is another file when it was replaced before that was noted")
    func replaced() throws {
        let memory = try memory()
        let file = try ImportFile(lookingAt: trial.inbox.appending(names[0]))
        try trial.write("new", "another a")
        try Disk.rename(trial.inbox + "new", to: trial.inbox.appending(names[0]))
        for isRenamed in [false, true] {
            try memory.remember([names[0]: file.remembered(isRenamed: isRenamed)], in: trial.inbox)
            #expect(try unknown(memory) == ["a.jpg", "b.jpg"])
        }
        try memory.remember([names[0]: file.stamp], in: trial.inbox + "gone")
    }

    @Test("is known by another name, and another file of its name is not")
    func renamed() throws {
        let memory = try memory()
        try remember([names[0]], by: memory)
        try Disk.remove(trial.inbox + "a.jpg")
        try trial.write("a.jpg", "a")
        #expect(try unknown(memory) == ["a.jpg", "b.jpg"])
    }

    @Test("stays known where another name of it goes, if it had several")
    func linked() throws {
        let memory = try memory()
        try Disk.link(trial.inbox + "a.jpg", to: trial.library + "a.jpg")
        try remember([names[0]], by: memory)
        try Disk.remove(trial.library + "a.jpg")
        #expect(try unknown(memory) == ["b.jpg"])
        try trial.write("a.jpg", "changed", seconds: 1_480_000_000)
        #expect(try unknown(memory) == ["a.jpg", "b.jpg"])
    }

    @Test("is forgotten with the daemon where it is not to last")
    func passing() throws {
        let memory = try memory()
        try remember(names, by: memory, isLasting: false)
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
            try remember([names[0]], by: memory)
        }
        try memory.commit()
        let long = try Disk.read(file)
        try Disk.write(long + Array("uuid\t12".utf8), to: file)
        memory = try self.memory()
        #expect(try unknown(memory) == ["b.jpg"])
        #expect(try Disk.read(file).count < 200)
        try remember([names[1]], by: memory)
        try memory.commit()
        #expect(try unknown(self.memory()).isEmpty)
    }

    @Test("survives a write that failed half-way, and a file that was taken away")
    func failedWrite() throws {
        let file = trial.state + "imported.tsv"
        let memory = try memory()
        try remember([names[0]], by: memory)
        try memory.commit()
        try Disk.write(try Disk.read(file) + Array("uuid\t12".utf8), to: file)
        try remember([names[1]], by: memory)
        try memory.commit()
        #expect(try unknown(self.memory()).isEmpty)
        for left in [nil, "uuid"] {
            try Disk.remove(file)
            if let left { try Disk.write(left, to: file) }
            try Disk.setTime(trial.inbox + "b.jpg", seconds: 1_490_000_000 + (left == nil ? 0 : 1))
            try remember([names[1]], by: memory)
            try memory.commit()
            #expect(try unknown(self.memory()) == ["a.jpg"])
        }
    }

    @Test("is tried again where its file's name could not be made to last, and then once")
    func name() throws {
        let refusals = Refusals { number, point in point == .syncFolder && number < 4 ? EIO : 0 }
        let memory = try ImportMemory(stateDirectory: trial.state, gate: refusals.gate)
        try remember([names[0]], by: memory)
        #expect(throws: ImportError.self) { try memory.commit() }
        // Once more the content, then the name.
        try memory.commit()
        #expect(refusals.changes == 8)
        try remember([names[1]], by: memory)
        try memory.commit()
        #expect(refusals.changes == 11)
        #expect(try unknown(self.memory()).isEmpty)
        #expect(try Disk.read(trial.state + "imported.tsv").count(where: { $0 == UInt8(ascii: "\n") }) == 2)
    }

    @Test("of a folder that is gone nothing can be told")
    func goneFolder() throws {
        let memory = try memory()
        try remember(names, by: memory)
        #expect(throws: ImportError.self) { try memory.unknown(names, in: trial.inbox + "gone") }
    }

    // MARK: - Without lasting numbers

    /// As on a card whose file system makes inode numbers up.
    private func cardMemory() throws -> ImportMemory {
        try ImportMemory(stateDirectory: trial.state, gate: .open) { _ in false }
    }

    @Test("is known on a card by its name, size, time and first bytes, across restarts")
    func onCard() throws {
        let memory = try cardMemory()
        try remember(names, by: memory)
        try memory.commit()
        #expect(try unknown(memory).isEmpty)
        // Put in again, the card may give each file another number.
        try Disk.rename(trial.inbox + "a.jpg", to: trial.inbox + "old")
        try trial.write("a.jpg", "a")
        #expect(try unknown(cardMemory()).isEmpty)
        try trial.write("a.jpg", "another a")
        try trial.write("b.jpg", "b", seconds: 1_479_200_002)
        #expect(try unknown(cardMemory()) == ["a.jpg", "b.jpg"])
    }

    /// What a mount does with the times of FAT where clocks show another hour.
    private func shiftTimes(seconds: Int) throws {
        for name in names {
            try Disk.setTime(
                trial.inbox.appending(name),
                seconds: 1_479_200_000 + seconds,
                nanoseconds: 123_456_789
            )
        }
    }

    @Test("is known on a card whose times are all read in another zone", arguments: [3_600, -20_700])
    func shifted(seconds: Int) throws {
        let memory = try cardMemory()
        try remember(names, by: memory)
        try shiftTimes(seconds: seconds)
        #expect(try unknown(memory).isEmpty)
        try trial.write("a.jpg", "b", seconds: 1_479_200_000 + seconds)
        try trial.write("b.jpg", "b", seconds: 1_479_200_000 + seconds + 2)
        #expect(try unknown(memory) == ["a.jpg", "b.jpg"])
    }

    @Test("is known as an earlier build knew it on a card, and from then on in every zone")
    func earlierBuild() throws {
        let path = trial.inbox.appending(names[0])
        let beginning = try OpenFile(reading: path).fingerprint(size: 1)
        var line = Array("-\t93e9d35acead9496c687fd04ac34b36e\t".utf8)
        beginning.appendText(to: &line)
        try Disk.write(line + Array("\n".utf8), to: trial.state + "imported.tsv")
        #expect(try unknown(cardMemory()) == ["b.jpg"])
        try shiftTimes(seconds: 3_600)
        #expect(try unknown(cardMemory()) == ["b.jpg"])
    }

    @Test("is told on a card from a file of another folder with its name, size and time")
    func equalNames() throws {
        let memory = try cardMemory()
        let folders = [trial.inbox + "100CANON", trial.inbox + "101CANON"]
        for folder in folders { try trial.write("a.jpg", folder.lastName.display, in: folder) }
        for (index, folder) in folders.enumerated() {
            #expect(try memory.unknown([names[0]], in: folder) == [names[0]])
            let stamp = try FileStatus(lookingAt: folder.appending(names[0])).remembered
            try memory.remember([names[0]: stamp], in: folder)
            for known in folders[...index] {
                #expect(try memory.unknown([names[0]], in: known).isEmpty)
            }
        }
    }

    @Test("is not taken on a card for another file with its number, size and time")
    func otherCard() throws {
        let memory = try cardMemory()
        try remember(names, by: memory)
        for (name, content) in [("a.jpg", "x"), ("b.jpg", "y")] {
            // In place, so that the number stays.
            try Disk.write(content, to: trial.inbox + name)
            try Disk.setTime(trial.inbox + name, seconds: 1_479_200_000, nanoseconds: 123_456_789)
        }
        #expect(try unknown(memory) == ["a.jpg", "b.jpg"])
    }

    @Test("of a card's files that changed before they were noted nothing is remembered")
    func changedOnCard() throws {
        let memory = try cardMemory()
        let file = try ImportFile(lookingAt: trial.inbox.appending(names[0]))
        try trial.write("a.jpg", "another a")
        try memory.remember([names[0]: file.stamp, FileName("none.jpg"): file.stamp], in: trial.inbox)
        #expect(memory.count == 0)
    }

    @Test("has what an older version wrote, which says nothing of a card's files")
    func olderFile() throws {
        try remember(names, by: memory())
        let older = try memory()
        try remember(names, by: older)
        try older.commit()
        #expect(try unknown(cardMemory()) == ["a.jpg", "b.jpg"])
        let card = try cardMemory()
        try remember(names, by: card)
        try card.commit()
        #expect(try unknown(memory()).isEmpty)
        #expect(try unknown(cardMemory()).isEmpty)
    }
}
