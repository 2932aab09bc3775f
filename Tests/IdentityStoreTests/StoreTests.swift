import Foundation
import IdentityStore
import PhotoModel
import TestSupport
import Testing

@Suite("The store's files")
struct StoreTests {
    private let directory: TemporaryFolder
    private let store: IdentityStore

    init() throws {
        directory = try TemporaryFolder()
        store = try directory.store()
    }

    private func mode(_ name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(
            atPath: directory.path(name)
        )
        return attributes[.posixPermissions] as? Int
    }

    @Test("directories are 0700 and files 0600")
    func modes() throws {
        let nested = FilePath(directory.path("photos"))
        let store = try IdentityStore(directory: nested)
        try store.write(month: .november, generation: 1, photos: [.sample(1)])
        #expect(try mode("photos") == 0o700)
        #expect(try mode("photos/2016-11.json") == 0o600)
    }

    @Test("the previous document is kept as .bak, each time")
    func backups() throws {
        for generation in Int64(1)...5 {
            try store.write(month: .november, generation: generation, photos: [.sample(UInt64(generation))])
            #expect(try store.load(.november)?.generation == generation)
            #expect(try store.loadBackup(.november)?.generation == (generation > 1 ? generation - 1 : nil))
            #expect(
                try directory.names
                    == (generation > 1 ? ["2016-11.json", "2016-11.json.bak"] : ["2016-11.json"])
            )
        }
    }

    @Test("a crash between backup and rename is made good by the next write")
    func crashAfterBackup() throws {
        try store.write(month: .november, generation: 1, photos: [.sample(1)])
        // As a crash leaves it: document and backup are one file.
        try FileManager.default.linkItem(
            at: URL(filePath: directory.path("2016-11.json")),
            to: URL(filePath: directory.path("2016-11.json.bak"))
        )
        try store.write(month: .november, generation: 2, photos: [.sample(1)])
        #expect(try store.load(.november)?.generation == 2)
        #expect(try store.loadBackup(.november)?.generation == 1)
        #expect(try directory.names == ["2016-11.json", "2016-11.json.bak"])
    }

    @Test("temporary files of a run that ended early go; nothing else does")
    func leftovers() throws {
        try store.write(month: .november, generation: 1, photos: [.sample(1)])
        for name in [
            ".2016-11.json.3.tmp", ".undated.json.12.tmp", ".2016-13.json.1.tmp", "notes.tmp", ".tmp",
        ] {
            try directory.write(name, "{\"versi")
        }
        let reopened = try directory.store()
        #expect(try directory.names == [".2016-13.json.1.tmp", ".tmp", "2016-11.json", "notes.tmp"])
        #expect(try reopened.load(.november)?.generation == 1)
    }

    @Test("an empty month has no document")
    func emptyMonth() throws {
        try store.write(month: .november, generation: 1, photos: [.sample(1)])
        try store.write(month: .november, generation: 2, photos: [.sample(2)])
        #expect(try store.write(month: .november, generation: 3, photos: []) == nil)
        #expect(try directory.names == [])
        #expect(try store.load(.november) == nil)
        #expect(try store.write(month: .november, generation: 4, photos: [], deleted: [.sample(2)]) != nil)
    }

    @Test("only documents are listed, and an unchanged one matches its stamp")
    func listing() throws {
        let july = try #require(MonthKey("1999-07"))
        let stamp = try #require(try store.write(month: .november, generation: 1, photos: [.sample(1)]))
        let now = try #require(
            try store.write(month: .november, generation: 2, photos: [.sample(1), .sample(2)])
        )
        try store.write(month: .undated, generation: 1, photos: [.sample(3)])
        try store.write(month: july, generation: 1, photos: [.sample(4)])
        for name in ["2016-11.json.broken-20261121T074500Z", "2016-1.json", "readme.json", "2016-11.json~"] {
            try directory.write(name, "x")
        }
        let listed = try store.list()
        #expect(listed.map(\.month) == [.undated, july, .november])
        let november = try #require(listed.last)
        #expect(!stamp.matches(november))
        #expect(now.matches(november))
        #expect(try store.listed(.november) == november)
        #expect(try store.load(.november)?.stamp == now)
    }

    @Test("a batch replaces nothing before its commit, and everything with it")
    func batches() throws {
        let months = try (1...9).map { try #require(MonthKey("2001-0\($0)")) }
        for month in months { try store.write(month: month, generation: 1, photos: [.sample(1)]) }
        var batch = store.batch()
        for month in months.reversed() {
            var writer = try batch.begin(month, generation: 2)
            if month != months[4] { try writer.append(.sample(2)) }
            try batch.stage(writer, after: Predecessor(store.listed(month), backup: nil))
        }
        for month in months { #expect(try store.load(month)?.generation == 1) }
        let committed = try batch.commit()
        #expect(committed.map(\.month) == months.reversed())
        for document in committed {
            #expect(try store.load(document.month)?.generation == (document.month == months[4] ? nil : 2))
            #expect(try store.load(document.month)?.stamp == document.stamp)
        }
        #expect(try directory.names.allSatisfy { !$0.hasSuffix(".tmp") })
    }

    @Test("a batch or a writer that is dropped leaves nothing behind")
    func droppedBatch() throws {
        try store.write(month: .november, generation: 1, photos: [.sample(1)])
        do {
            var batch = store.batch()
            var staged = try batch.begin(.november, generation: 2)
            try staged.append(.sample(2))
            try batch.stage(staged, after: Predecessor(store.listed(.november), backup: nil))
            var open = try batch.begin(.undated, generation: 2)
            try open.append(.sample(3))
            #expect(try directory.names.count == 3)
        }
        #expect(try directory.names == ["2016-11.json"])
        #expect(try store.load(.november)?.generation == 1)
    }

    @Test("a failing write names the file and the remedy")
    func failingWrite() throws {
        try FileManager.default.removeItem(at: URL(filePath: directory.path))
        let error = try #require(throws: IdentityStoreError.self) {
            try store.write(month: .november, generation: 1, photos: [.sample(1)])
        }
        #expect(error.description.contains("2016-11.json"))
        #expect(error.description.contains("--state-dir"))
    }
}
