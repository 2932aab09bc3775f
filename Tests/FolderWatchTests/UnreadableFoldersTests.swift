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

    private var unreadable: Set<NodeID> { Set(state.tree.unreadable.keys) }

    /// Work as a crawler takes it.
    private func work(_ node: NodeID, _ kind: FolderWork.Kind = .listing) -> FolderWork {
        FolderWork(
            node: node,
            path: state.tree.path(of: node) ?? FilePath(""),
            lane: 0,
            kind: kind,
            names: [],
            explained: [],
            includesPending: false,
            force: false,
            epoch: 1,
            stamp: state.tree.moveCount,
            ticket: 1
        )
    }

    /// Takes all that is marked and returns what it is, by node.
    private mutating func takeAll() -> [NodeID: FolderWork.Kind] {
        var kinds: [NodeID: FolderWork.Kind] = [:]
        while let taken = state.dirty.takeNext(lane: 0) {
            kinds[taken.node] = taken.kind
            state.dirty.release(ticket: taken.ticket)
        }
        return kinds
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
        #expect(unreadable == [read, gone])
        var told = [isTold(), isTold()]
        #expect(told == [true, false])
        // By another name it is the same.
        let hasMoved = Array("seen".utf8).withUnsafeBytes { state.tree.move(read, to: root, named: $0) }
        #expect(hasMoved && unreadable == [read, gone])
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
        state.markPolled()
        #expect(state.dirty.mark(of: holiday) == .listing)
        // It turns out that it may not be read: an event will tell when it may.
        state.noteUnreadable(holiday)
        #expect(!state.needsPolling && unreadable == [holiday])
        state.noteUnreadable(holiday, isFailing: true)
        state.tree.setReadable(holiday)
        #expect(!state.needsPolling && state.tree.unreadable.isEmpty)
    }

    @Test("have what is above them listed once, for it may be that which may not be entered")
    mutating func above() throws {
        let deep = try makeFolder("deep")
        state.noteUnreadable(deep, for: work(deep, .names))
        #expect(takeAll() == [holiday: .listing])
        state.noteUnreadable(holiday, for: work(holiday))
        #expect(takeAll() == [root: .listing])
        for node in [deep, holiday] { state.noteUnreadable(node, for: work(node)) }
        #expect(takeAll() == [:])
        // A disk in trouble is asked again for each by itself.
        let other = try makeFolder("other")
        state.noteUnreadable(other, isFailing: true, for: work(other))
        #expect(takeAll() == [:])
    }

    @Test("are looked at again when what is above them is listed, as they were to be looked at")
    mutating func below() throws {
        let (deep, whole) = (try makeFolder("deep"), try makeFolder("whole"))
        state.noteUnreadable(deep, for: work(deep, .names))
        state.noteUnreadable(whole, for: work(whole, .tree))
        state.noteUnreadable(whole, for: work(whole, .names))
        _ = takeAll()
        let names = ["deep", "whole", "new"].map { FileName($0) }
        let found = state.discovered(names, of: work(holiday))
        let new = try #require(found.last?.node)
        #expect(takeAll() == [deep: .listing, whole: .listing, new: .tree])
        #expect(state.tree.unreadable[deep]?.kind == .listing)
        #expect(state.tree.unreadable[whole]?.kind == .tree)
        let owed = [whole, deep, holiday].map { state.tree.isOwedWhole($0) }
        #expect(owed == [true, false, false])
        let made = state.tree.ensureChild(of: whole, named: FileName("inside"))
        let inside = try #require(made).node
        #expect(state.tree.isOwedWhole(inside))
    }
}
