import PhotoModel
import Testing

@testable import FolderWatch

@Suite("Directories that cannot be read")
struct UnreadableFoldersTests {
    private var state = WatchState(rule: sampleRule)
    private let root: NodeID
    private let holiday: NodeID

    init() throws {
        root = state.tree.addRoot(path: FilePath("/p"), lane: 0)
        let made = state.tree.ensureChild(of: root, named: FileName("holiday"))
        holiday = try #require(made).node
        _ = state.tree.attach(1, to: root)
        _ = state.tree.attach(2, to: holiday)
    }

    /// Whether a change of their number is told.
    private mutating func isTold() -> Bool {
        state.weighUnreadable()
        return state.takeActions().contains(.unreadableChanged)
    }

    private mutating func makeFolder(_ name: String) throws -> NodeID {
        let made = state.tree.ensureChild(of: holiday, named: FileName(name))
        return try #require(made).node
    }

    @Test("count until they were read, or are gone with what lies above them, and each change is told")
    mutating func end() throws {
        let read = try makeFolder("read")
        let gone = try makeFolder("gone")
        for node in [read, gone, read] { state.noteUnreadable(node) }
        #expect(state.tree.unreadable == [read, gone])
        var told = [isTold(), isTold()]
        #expect(told == [true, false])
        // By another name it is the same.
        let hasMoved = Array("seen".utf8).withUnsafeBytes { state.tree.move(read, to: root, named: $0) }
        #expect(hasMoved && state.tree.unreadable == [read, gone])
        state.tree.setReadable(read)
        told = [isTold()]
        state.remove(holiday)
        #expect(state.tree.unreadable.isEmpty)
        told += [isTold()]
        #expect(told == [true, true])
        state.noteUnreadable(gone)
        #expect(state.tree.unreadable.isEmpty, "it is not there")
    }

    @Test("are looked at with what is polled where they failed, until they do not")
    mutating func failing() throws {
        state.noteUnreadable(holiday, isFailing: true)
        #expect(state.needsPolling && state.tree.unwatched.isEmpty)
        let isAny = state.markPolled()
        #expect(isAny)
        #expect(state.dirty.mark(of: holiday) == .listing)
        // It turns out that it may not be read: an event will tell when it may.
        state.noteUnreadable(holiday)
        #expect(!state.needsPolling && state.tree.unreadable == [holiday])
        state.noteUnreadable(holiday, isFailing: true)
        state.tree.setReadable(holiday)
        #expect(!state.needsPolling && state.tree.unreadable.isEmpty)
    }
}
