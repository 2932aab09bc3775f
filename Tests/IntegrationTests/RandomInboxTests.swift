import Glibc
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Import folders, whatever happens in them")
    struct RandomInboxTests {
        @Test(
            "40 rounds of photos written slowly, moved and renamed with their folders: each comes once, and whole"
        )
        func rounds() throws {
            let random = SeededGenerator.fromEnvironment()
            print("seed \(random.seed): PHOTOD_TEST_SEED=\(random.seed) runs it again")
            try DaemonFixture.run(isStarted: false) { daemon in
                let inbox = daemon.scratch.location + "inbox"
                try Disk.makeFolder(inbox)
                let section = "[[import]]\npath = \"\(inbox.display)\"\n"
                try daemon.configure(libraries: [daemon.root], libraryOptions: section)
                try daemon.start()
                var play = RandomInbox(daemon, inbox, random)
                try Soak.rounds(else: { $0 < 40 }) { round in
                    let isUnseen = round % 8 == 0
                    if isUnseen { try daemon.kill() }
                    for _ in 0..<6 { try play.change() }
                    if isUnseen { try daemon.start() }
                    try play.check(isEnd: round % 4 == 0)
                }
            }
        }
    }

    /// An import folder in which programs write, move and rename.
    struct RandomInbox {
        /// A program that has written half a photo and pauses.
        private struct Writer {
            let file: OpenFile
            let rest: ArraySlice<UInt8>
        }

        private let daemon: DaemonFixture
        private let inbox: FilePath
        private var random: SeededGenerator
        private var contents: Set<[UInt8]> = []
        private var writers: [Writer] = []
        private var serial = 0

        init(_ daemon: DaemonFixture, _ inbox: FilePath, _ random: SeededGenerator) {
            self.daemon = daemon
            self.inbox = inbox
            self.random = random
        }

        mutating func change() throws {
            let folders = try Self.folders(below: inbox)
            let folder = random.pick(folders) ?? inbox
            switch random.below(10) {
            case 0..<2: try Disk.write(photo(), to: folder + "\(serial).jpg")
            case 2..<4:
                let bytes = photo()
                let file = try OpenFile(folder + "\(serial).jpg", O_WRONLY | O_CREAT)
                let half = random.below(bytes.count)
                try file.write(bytes[..<half])
                writers.append(Writer(file: file, rest: bytes[half...]))
            case 4..<6: try goOn()
            case 6: try Disk.makeFolder(folder + "folder \(serial)-\(random.below(1_000_000))")
            case 7..<9: try move(folder, to: random.pick(folders) ?? inbox)
            default: try moveFile(in: folder, to: random.pick(folders) ?? inbox)
            }
        }

        /// Holds everything against what was written.
        ///
        /// - Parameter isEnd: all that pauses is written to its end before.
        mutating func check(isEnd: Bool) throws {
            while isEnd, !writers.isEmpty { try goOn() }
            let client = try daemon.connect()
            try client.sync()
            let there = try Contents.files(below: daemon.root).filter { !$0.key.lastName.isHidden }
            let comment: Comment = "seed \(random.seed)"
            #expect(Set(there.values).count == there.count, comment)
            #expect(Set(there.values).isSubset(of: contents), comment)
            guard isEnd else { return }
            #expect(Set(there.values) == contents, comment)
            #expect(try Contents.files(below: inbox).isEmpty, comment)
            #expect(try client.count() == Int64(contents.count), comment)
        }

        private mutating func photo() -> [UInt8] {
            serial += 1
            let bytes = PhotoFile(
                dateTimeOriginal: "2016:11:05 12:34:56",
                description: random.pick(["Beach", "Party"]),
                serial: serial
            ).bytes
            contents.insert(bytes)
            return bytes
        }

        /// One that pauses writes the rest and closes its file.
        private mutating func goOn() throws {
            guard !writers.isEmpty else { return }
            let writer = writers.remove(at: random.below(writers.count))
            try writer.file.write(writer.rest)
        }

        private mutating func move(_ folder: FilePath, to parent: FilePath) throws {
            guard folder != inbox, !parent.isInside(folder) else { return }
            try Disk.rename(folder, to: parent + "moved \(serial)-\(random.below(1_000_000))")
        }

        /// Where the daemon has not taken it meanwhile.
        private mutating func moveFile(in folder: FilePath, to other: FilePath) throws {
            let names = try Disk.names(in: folder).filter { Disk.isFile(folder.appending($0)) }
            guard folder != other, let name = random.pick(names.sorted()) else { return }
            let (old, new) = (folder.appending(name), other.appending(name))
            let code = old.withCString { old in new.withCString { Glibc.rename(old, $0) == 0 ? 0 : errno } }
            if code != 0, code != ENOENT { throw SystemFailure("rename \(old.display)") }
        }

        private static func folders(below folder: FilePath) throws -> [FilePath] {
            let below = try Disk.names(in: folder).sorted().map { folder.appending($0) }.filter(Disk.isFolder)
            return try [folder] + below.flatMap { try folders(below: $0) }
        }
    }
}
