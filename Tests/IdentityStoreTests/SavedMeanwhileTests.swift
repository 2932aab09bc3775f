import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import IdentityStore

@Suite("Documents that somebody saves while they are written")
struct SavedMeanwhileTests {
    private let directory: TemporaryFolder
    private let store: IdentityStore
    private static let name = "2016-11.json"

    init() throws {
        directory = try TemporaryFolder()
        store = try directory.store()
        try store.write(month: .november, generation: 1, photos: [.sample(1)])
    }

    /// How an editor saves.
    enum Saving: CaseIterable { case inPlace, byRename, byRemoving }

    private func save(_ text: String, _ saving: Saving) throws {
        switch saving {
        case .inPlace: try directory.write(Self.name, text)
        case .byRename:
            try directory.write("edited", text)
            try #require(rename(directory.path("edited"), directory.path(Self.name)) == 0)
        case .byRemoving: try #require(unlink(directory.path(Self.name)) == 0)
        }
    }

    /// Writes the month anew; `meanwhile` comes between looking at what is there and replacing it.
    private func write(_ photos: [IdentityRecord], meanwhile: () throws -> Void) throws -> [MonthKey] {
        let predecessor = Predecessor(
            try store.listed(.november),
            backup: try store.listedBackup(.november)
        )
        var batch = store.batch()
        var writer = try batch.begin(.november, generation: 2)
        for photo in photos { try writer.append(photo) }
        try batch.stage(writer, after: predecessor)
        try meanwhile()
        return try batch.commit().map(\.month)
    }

    private func temporaryNames() throws -> [String] { try directory.names.filter { $0.hasSuffix(".tmp") } }

    @Test("they stay as they were saved, whichever way", arguments: Saving.allCases, [true, false])
    func isKept(saving: Saving, isMonthEmpty: Bool) throws {
        let edited = try directory.text(Self.name) + "\n"
        let written = try write(isMonthEmpty ? [] : [.sample(1)]) { try save(edited, saving) }
        #expect(written.isEmpty)
        #expect(try temporaryNames().isEmpty)
        if saving == .byRemoving {
            #expect(try store.load(.november) == nil)
        } else {
            #expect(try directory.text(Self.name) == edited)
        }
    }

    @Test("one that appears where there was none stays")
    func appears() throws {
        let edited = try directory.text(Self.name) + "\n"
        try store.write(month: .november, generation: 2, photos: [])
        let written = try write([.sample(1)]) { try directory.write(Self.name, edited) }
        #expect(written.isEmpty)
        #expect(try directory.text(Self.name) == edited)
    }

    @Test("one that nobody touches is replaced, with what it was as its backup")
    func isReplaced() throws {
        let before = try directory.text(Self.name)
        #expect(try write([.sample(2)]) {} == [.november])
        #expect(try store.load(.november)?.records == [.sample(2)])
        #expect(try directory.text(Self.name + ".bak") == before)
        #expect(try write([]) {} == [.november])
        #expect(try directory.names == [])
    }

    @Test("what is written into one after it was replaced is found in its backup")
    func lateWriting() throws {
        let editor = open(directory.path(Self.name), O_WRONLY | O_CLOEXEC)
        try #require(editor >= 0)
        defer { close(editor) }
        let edited = try directory.text(Self.name) + "\n"
        #expect(try write([.sample(2)]) {} == [.november])
        #expect(try store.lateBackups().isEmpty)
        var bytes = Array(edited.utf8)
        try #require(Glibc.write(editor, &bytes, bytes.count) == bytes.count)
        // The file's clock ticks a few hundred times a second.
        let later = try later()
        try #require(futimens(editor, [later, later]) == 0)
        #expect(try store.lateBackups().map(\.month) == [.november])
        #expect(try store.isEditedBackup(.november))
        #expect(try store.loadBackup(.november)?.records == [.sample(1)])
    }

    @Test("a backup that is being written to is not replaced either")
    func lateWritingMeanwhile() throws {
        try store.write(month: .november, generation: 2, photos: [.sample(2)])
        let edited = try directory.text(Self.name + ".bak") + "\n"
        #expect(try write([.sample(3)]) { try directory.write(Self.name + ".bak", edited) }.isEmpty)
        #expect(try directory.text(Self.name + ".bak") == edited)
        #expect(try store.load(.november)?.records == [.sample(2)])
    }

    private func later() throws -> timespec {
        let listed = try #require(try store.listed(.november))
        return timespec(tv_sec: Int(listed.modificationTime / 1_000_000_000) + 1, tv_nsec: 0)
    }

    @Test("a backup that is a copy, where there are no links, is as old as the document")
    func copiedBackup() throws {
        let past = timespec(tv_sec: time(nil) - 3600, tv_nsec: 500_000_000)
        try #require(utimensat(AT_FDCWD, directory.path(Self.name), [past, past], 0) == 0)
        try store.directory.duplicate(Self.name, as: Self.name + ".bak")
        #expect(try store.lateBackups().isEmpty)
        #expect(
            try store.listedBackup(.november)?.modificationTime == store.listed(.november)?.modificationTime
        )
    }
}
