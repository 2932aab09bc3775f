import PhotoModel
import Testing

@testable import FolderWatch

/// What ends in `.jpg` and every visible directory counts.
func sampleRule(_ name: UnsafeRawBufferPointer, _ isDirectory: Bool) -> NameRelevance {
    if !isDirectory, name.elementsEqual(".nomedia".utf8) { return .folderRule }
    if name.first == UInt8(ascii: ".") { return .ignored }
    if !isDirectory, name.suffix(5).elementsEqual("-link".utf8) { return .link }
    return isDirectory || name.suffix(4).elementsEqual(".jpg".utf8) ? .entry : .ignored
}

@Suite("What events mean")
struct EventInterpreterTests {
    private var state = WatchState(rule: sampleRule)
    private let root: NodeID
    private let holiday: NodeID
    private let rootWatch: Int32 = 1
    private let holidayWatch: Int32 = 2

    init() throws {
        root = state.tree.addRoot(path: FilePath("/p"), lane: 0)
        let made = state.tree.ensureChild(of: root, named: FileName("holiday"))
        holiday = try #require(made).node
        _ = state.tree.attach(rootWatch, to: root)
        _ = state.tree.attach(holidayWatch, to: holiday)
    }

    private mutating func fold(
        _ watch: Int32,
        _ mask: UInt32,
        _ name: String = "",
        cookie: UInt32 = 0,
        now: Int64 = 0
    ) {
        var event = InotifyEvent(descriptor: watch, mask: mask, cookie: cookie)
        Array(name.utf8).withUnsafeBytes { bytes in
            if !name.isEmpty { event.name = bytes }
            state.fold(event, now: now)
        }
    }

    /// Takes all that is dirty: path → kind and names.
    private mutating func marks() -> [String: String] {
        var found: [String: String] = [:]
        while let taken = state.dirty.takeNext(lane: 0) {
            state.dirty.release(ticket: taken.ticket)
            let names = taken.names.map(\.display).sorted().joined(separator: ",")
            let path = state.tree.path(of: taken.node)?.display ?? "stale"
            found[path] = names.isEmpty ? "\(taken.kind)" : "\(taken.kind) \(names)"
        }
        return found
    }

    private let directory = EventMask.isDirectory

    @Test(
        "a deletion and an arrival explain a name; a departure of which no arrival is known does not"
    )
    mutating func explained() throws {
        fold(rootWatch, EventMask.deleted, "deleted.jpg")
        fold(rootWatch, EventMask.movedTo, "arrived.jpg", cookie: 1)
        fold(rootWatch, EventMask.movedFrom, "left.jpg", cookie: 2)
        fold(rootWatch, EventMask.deleted, "deleted and left.jpg")
        fold(rootWatch, EventMask.movedFrom, "deleted and left.jpg", cookie: 3)
        fold(rootWatch, EventMask.deleted | EventMask.isDirectory, "folder")
        let taken = state.dirty.takeNext(lane: 0)
        let work = try #require(taken)
        #expect(work.names.count == 5)
        #expect(work.explained == [FileName("deleted.jpg"), FileName("arrived.jpg"), FileName("folder")])
    }

    @Test("what may be a link is looked at when it comes and when it goes, and never waited for")
    mutating func links() {
        fold(holidayWatch, EventMask.created, "a-link")
        #expect(marks() == ["/p/holiday": "names a-link"])
        #expect(state.dirty.pending.count == 0)
        // It may be any file: what is written into it is nothing.
        fold(holidayWatch, EventMask.modify, "a-link")
        fold(holidayWatch, EventMask.closedAfterWriting, "a-link")
        #expect(marks().isEmpty)
        fold(holidayWatch, EventMask.movedFrom, "a-link", cookie: 1)
        fold(holidayWatch, EventMask.movedTo, "b-link", cookie: 1)
        #expect(marks() == ["/p/holiday": "names a-link,b-link"])
        fold(holidayWatch, EventMask.deleted, "b-link")
        #expect(marks() == ["/p/holiday": "names b-link"])
    }

    @Test("a file is pending from its creation to its closing")
    mutating func writing() {
        fold(holidayWatch, EventMask.created, "a.jpg")
        fold(holidayWatch, EventMask.modify, "a.jpg")
        #expect(marks().isEmpty)
        #expect(state.dirty.pending.contains(holiday, FileName("a.jpg")))
        fold(holidayWatch, EventMask.closedAfterWriting, "a.jpg")
        #expect(marks() == ["/p/holiday": "names a.jpg"])
        #expect(state.nextDeadline == nil)
    }

    @Test("a change of attributes alone is read after two seconds")
    mutating func attributes() {
        fold(holidayWatch, EventMask.attributes, "a.jpg")
        #expect(state.nextDeadline == PendingNames.rest)
        state.tick(now: PendingNames.rest)
        #expect(marks() == ["/p/holiday": "names a.jpg"])
    }

    @Test("a deleted file is dirty at once and pending no more")
    mutating func deletion() {
        fold(holidayWatch, EventMask.created, "a.jpg")
        fold(holidayWatch, EventMask.deleted, "a.jpg")
        #expect(marks() == ["/p/holiday": "names a.jpg"])
        #expect(state.nextDeadline == nil)
    }

    @Test("names that do not count cost nothing")
    mutating func irrelevant() {
        for mask in [EventMask.created, EventMask.modify, EventMask.closedAfterWriting, EventMask.deleted] {
            fold(holidayWatch, mask, "a.jpg.part")
            fold(holidayWatch, mask | directory, ".cache")
        }
        #expect(marks().isEmpty && state.nextDeadline == nil && state.tree.count == 2)
    }

    @Test("a finished download that gets its name by renaming is dirty")
    mutating func download() {
        fold(holidayWatch, EventMask.movedFrom, "a.jpg.part", cookie: 1)
        fold(holidayWatch, EventMask.movedTo, "a.jpg", cookie: 1)
        #expect(marks() == ["/p/holiday": "names a.jpg"])
    }

    @Test("a new directory is to be crawled whole")
    mutating func newDirectory() throws {
        fold(holidayWatch, EventMask.created | directory, "day 1")
        #expect(marks() == ["/p/holiday/day 1": "tree"])
    }

    @Test("a deleted directory leaves the tree, and its late events mean nothing")
    mutating func deletedDirectory() {
        fold(rootWatch, EventMask.deleted | directory, "holiday")
        #expect(!state.tree.contains(holiday))
        #expect(state.takeActions() == [.removeWatch(holidayWatch)])
        #expect(marks() == ["/p": "names holiday"])
        fold(holidayWatch, EventMask.modify, "a.jpg")
        fold(holidayWatch, EventMask.deletedSelf)
        #expect(marks().isEmpty)
        fold(holidayWatch, EventMask.watchGone)
        #expect(state.retired.isEmpty && marks().isEmpty)
    }

    @Test("kernels that tell of the directory's own end first lead to the same")
    mutating func deletedSelfFirst() {
        fold(holidayWatch, EventMask.deletedSelf)
        fold(holidayWatch, EventMask.watchGone)
        fold(rootWatch, EventMask.deleted | directory, "holiday")
        #expect(!state.tree.contains(holiday))
        #expect(marks() == ["/p": "names holiday"])
        #expect(state.retired.isEmpty)
    }

    @Test("a renamed directory keeps its node and watch; both places are dirty, and what left is explained")
    mutating func renamedDirectory() throws {
        fold(rootWatch, EventMask.created | directory, "b")
        let target = try #require(state.tree.child(of: root, named: FileName("b")))
        _ = state.tree.attach(3, to: target)
        _ = marks()
        fold(rootWatch, EventMask.movedFrom | directory, "holiday", cookie: 9)
        fold(3, EventMask.movedTo | directory, "trip", cookie: 9)
        fold(holidayWatch, EventMask.movedSelf)
        #expect(state.tree.path(of: holiday) == FilePath("/p/b/trip"))
        let taken = [state.dirty.takeNext(lane: 0), state.dirty.takeNext(lane: 0)].compactMap(\.self)
        #expect(taken.map(\.node) == [root, target])
        #expect(taken.map(\.names) == [[FileName("holiday")], [FileName("trip")]])
        #expect(taken.map(\.explained) == [[FileName("holiday")], []])
        #expect(state.dirty.takeNext(lane: 0) == nil && state.nextDeadline == nil)
        fold(holidayWatch, EventMask.closedAfterWriting, "a.jpg")
        #expect(marks() == ["/p/b/trip": "names a.jpg"])
    }

    @Test("a renamed file is dirty in both places, and explained in both")
    mutating func renamedFile() throws {
        fold(rootWatch, EventMask.movedFrom, "a.jpg", cookie: 4)
        fold(holidayWatch, EventMask.movedTo, "b.jpg", cookie: 4)
        let taken = [state.dirty.takeNext(lane: 0), state.dirty.takeNext(lane: 0)].compactMap(\.self)
        #expect(taken.map(\.node) == [root, holiday])
        #expect(taken.map(\.names) == [[FileName("a.jpg")], [FileName("b.jpg")]])
        #expect(taken.map(\.explained) == [[FileName("a.jpg")], [FileName("b.jpg")]])
    }

    @Test("a directory that leaves the watched folders goes with its watch, in its time")
    mutating func movedOut() {
        fold(rootWatch, EventMask.movedFrom | directory, "holiday", cookie: 9)
        #expect(marks() == ["/p": "names holiday"])
        #expect(state.tree.contains(holiday))
        state.tick(now: MovePairing.patience)
        #expect(!state.tree.contains(holiday))
        #expect(state.takeActions() == [.removeWatch(holidayWatch)])
    }

    @Test("a directory that comes in is to be crawled whole")
    mutating func movedIn() {
        fold(rootWatch, EventMask.movedTo | directory, "new", cookie: 9)
        #expect(marks() == ["/p/new": "tree"])
    }

    @Test("a directory that becomes hidden leaves the tree at once")
    mutating func hidden() {
        fold(rootWatch, EventMask.movedFrom | directory, "holiday", cookie: 9)
        fold(rootWatch, EventMask.movedTo | directory, ".holiday", cookie: 9)
        #expect(!state.tree.contains(holiday) && state.nextDeadline == nil)
    }

    @Test("a directory made under the name of one that just left is another one")
    mutating func replacedAfterLeaving() throws {
        fold(rootWatch, EventMask.movedFrom | directory, "holiday", cookie: 9)
        fold(rootWatch, EventMask.created | directory, "holiday")
        let new = try #require(state.tree.child(of: root, named: FileName("holiday")))
        #expect(new != holiday)
        #expect(marks() == ["/p": "names holiday", "/p/holiday": "tree"])
        state.tick(now: MovePairing.patience)
        #expect(state.tree.contains(new))
    }

    @Test("two directories that change places are both listed anew")
    mutating func exchange() throws {
        fold(rootWatch, EventMask.created | directory, "b")
        _ = marks()
        fold(rootWatch, EventMask.movedFrom | directory, "holiday", cookie: 1)
        fold(rootWatch, EventMask.movedTo | directory, "b", cookie: 1)
        fold(rootWatch, EventMask.movedFrom | directory, "b", cookie: 2)
        fold(rootWatch, EventMask.movedTo | directory, "holiday", cookie: 2)
        let found = marks()
        #expect(found["/p/holiday"] == "tree")
        #expect(found["/p"] == "names b,holiday")
    }

    @Test(
        "what was marked in a directory that changes places with another is looked at before whoever waits for it goes on",
        arguments: ["holiday", "b"],
        [false, true]
    )
    mutating func exchangeWhileWaited(marked: String, isOut: Bool) throws {
        let otherWatch: Int32 = 3
        fold(rootWatch, EventMask.created | directory, "b")
        let other = try #require(state.tree.child(of: root, named: FileName("b")))
        _ = state.tree.attach(otherWatch, to: other)
        _ = marks()
        fold(marked == "b" ? otherWatch : holidayWatch, EventMask.closedAfterWriting, "new.jpg")
        let epoch = state.dirty.advanceEpoch()
        let out = isOut ? state.dirty.takeNext(lane: 0) : nil
        fold(rootWatch, EventMask.movedFrom | directory, "holiday", cookie: 1)
        fold(rootWatch, EventMask.movedTo | directory, "b", cookie: 1)
        fold(rootWatch, EventMask.movedFrom | directory, "b", cookie: 2)
        fold(rootWatch, EventMask.movedTo | directory, "holiday", cookie: 2)
        if let out { state.dirty.release(ticket: out.ticket) }
        var owed: Set<String> = []
        while !state.dirty.isDrained(through: epoch) {
            guard let taken = state.dirty.takeNext(lane: 0) else { break }
            if taken.epoch <= epoch {
                let path = try #require(state.tree.path(of: taken.node)).display
                owed.formUnion(taken.names.map { "\(path)/\($0.display)" })
                if taken.kind == .tree { owed.insert(path) }
            }
            state.dirty.release(ticket: taken.ticket)
        }
        #expect(owed.isSuperset(of: ["/p/b", "/p/holiday"]))
    }

    @Test(
        "what was marked in a directory that is deleted or leaves is looked at, by its name, before whoever waits for it goes on",
        arguments: [EventMask.deleted, EventMask.movedFrom]
    )
    mutating func goneWhileWaited(way: UInt32) throws {
        fold(holidayWatch, EventMask.deleted, "a.jpg")
        let epoch = state.dirty.advanceEpoch()
        fold(rootWatch, way | directory, "holiday", cookie: 1)
        state.tick(now: MovePairing.patience)
        #expect(!state.tree.contains(holiday))
        let next = state.dirty.takeNext(lane: 0)
        let taken = try #require(next)
        #expect(taken.node == root && taken.names == [FileName("holiday")] && taken.epoch == epoch)
        #expect(!state.dirty.isDrained(through: epoch))
        state.dirty.release(ticket: taken.ticket)
        #expect(state.dirty.isDrained(through: epoch))
    }

    private mutating func take() throws -> FolderWork {
        let next = state.takeWork()
        return try #require(next)
    }

    @Test(
        "what was marked below a directory that is hidden is told by its listing before whoever waits for it goes on",
        arguments: [false, true]
    )
    mutating func hiddenWhileWaited(isOut: Bool) throws {
        let made = state.tree.ensureChild(of: holiday, named: FileName("day"))
        _ = state.tree.attach(3, to: try #require(made).node)
        fold(3, EventMask.deleted, "a.jpg")
        let epoch = state.dirty.advanceEpoch()
        let out = try isOut ? take() : nil
        state.mark(holiday, .tree)
        if !isOut { fold(3, EventMask.deleted, "b.jpg") }
        var listings = 0
        while !state.dirty.isDrained(through: epoch) {
            let work = try take()
            guard work.node == holiday else {
                // What the crawler comes to first.
                state.remark(work)
                state.dirty.release(ticket: work.ticket)
                continue
            }
            listings += 1
            state.setIgnored(work, true)
            if let out { state.dirty.release(ticket: out.ticket) }
            // The first is of the epoch of now, which the barrier does not wait for.
            if listings == 1 { #expect(work.epoch > epoch && !state.dirty.isDrained(through: epoch)) }
            state.dirty.release(ticket: work.ticket)
            try #require(listings < 3)
        }
        #expect(listings == 2)
        #expect(state.dirty.count == 0)
    }

    @Test("what was marked below a root that goes is owed by the root")
    mutating func rootGoneWhileWaited() throws {
        fold(holidayWatch, EventMask.deleted, "a.jpg")
        let epoch = state.dirty.advanceEpoch()
        fold(rootWatch, EventMask.movedSelf)
        let work = try take()
        #expect(work.node == root && work.kind == .tree && work.epoch == epoch)
    }

    @Test("a barrier between the halves of a rename leaves the directory its marks and its watch")
    mutating func barrierWithinRename() throws {
        fold(holidayWatch, EventMask.deleted, "a.jpg")
        fold(rootWatch, EventMask.movedFrom | directory, "holiday", cookie: 9)
        let epoch = state.endEpoch()
        fold(rootWatch, EventMask.movedTo | directory, "trip", cookie: 9)
        fold(holidayWatch, EventMask.movedSelf)
        #expect(state.tree.path(of: holiday) == FilePath("/p/trip"))
        #expect(state.takeActions().isEmpty)
        let owed = try [take(), take()]
        #expect(owed.map(\.node) == [holiday, root] && owed.allSatisfy { $0.epoch == epoch })
        #expect(owed.map { $0.names.map(\.display).sorted() } == [["a.jpg"], ["holiday", "trip"]])
    }

    @Test(
        "a directory of which the kernel says that it was moved, but not where to, has left the watched folders"
    )
    mutating func movedOutForGood() {
        fold(rootWatch, EventMask.movedFrom | directory, "holiday", cookie: 9)
        fold(holidayWatch, EventMask.movedSelf)
        #expect(!state.tree.contains(holiday) && state.nextDeadline == nil)
        #expect(state.takeActions() == [.removeWatch(holidayWatch)])
        #expect(marks() == ["/p": "names holiday"])
    }

    @Test("moves come to rest though another lane hangs, and not in that")
    mutating func restBesideOneThatHangs() throws {
        let away = state.tree.addRoot(path: FilePath("/away"), lane: 1)
        let made = state.tree.ensureChild(of: away, named: FileName("d"))
        _ = state.tree.attach(4, to: away)
        _ = state.tree.attach(5, to: try #require(made).node)
        state.mark(away, .listing)
        let hanging = state.dirty.takeNext(lane: 1)
        #expect(hanging != nil)
        func move(_ watch: Int32, _ old: String, _ new: String, cookie: UInt32) {
            fold(watch, EventMask.movedFrom | directory, old, cookie: cookie)
            fold(watch, EventMask.movedTo | directory, new, cookie: cookie)
        }
        move(rootWatch, "holiday", "trip", cookie: 1)
        move(4, "d", "e", cookie: 2)
        _ = marks()
        state.weighRest(except: [1])
        move(rootWatch, "trip", "journey", cookie: 3)
        #expect(marks() == ["/p": "names journey,trip"])
        move(4, "e", "f", cookie: 4)
        var trees = 0
        while let taken = state.dirty.takeNext(lane: 1) {
            if taken.kind == .tree { trees += 1 }
            state.dirty.release(ticket: taken.ticket)
        }
        #expect(trees == 1)
    }

    @Test(
        "a directory that is back where it was before anybody heard of that is listed anew, however much was moved meanwhile"
    )
    mutating func backAfterMany() throws {
        _ = marks()
        state.weighRest()
        func name(_ number: Int) -> String { "m\(number)" }
        fold(rootWatch, EventMask.movedFrom | directory, "holiday", cookie: 1)
        fold(rootWatch, EventMask.movedTo | directory, "away", cookie: 1)
        for number in 0...MovePairing.memory {
            fold(rootWatch, EventMask.created | directory, name(number))
            fold(rootWatch, EventMask.movedFrom | directory, name(number), cookie: 2)
            fold(rootWatch, EventMask.movedTo | directory, name(number) + "x", cookie: 2)
        }
        // Only its own mark tells what becomes of it.
        fold(rootWatch, EventMask.movedFrom | directory, "away", cookie: 3)
        fold(rootWatch, EventMask.movedTo | directory, "holiday", cookie: 3)
        #expect(marks()["/p/holiday"] == "tree")
    }

    @Test("a lost event marks every root, and says so")
    mutating func overflow() {
        fold(-1, EventMask.overflow)
        #expect(marks() == ["/p": "tree"])
        #expect(state.takeActions() == [.overflow])
        #expect(state.overflows == 1)
        // A storm goes on: one thing to tell, until all has been looked at.
        fold(-1, EventMask.overflow)
        state.weighRest()
        #expect(state.takeActions().isEmpty)
        #expect(state.overflows == 2)
        #expect(marks() == ["/p": "tree"])
        state.weighRest()
        fold(-1, EventMask.overflow)
        #expect(state.takeActions() == [.overflow])
    }

    @Test("an unknown descriptor marks every root")
    mutating func unknownDescriptor() {
        fold(77, EventMask.modify, "a.jpg")
        #expect(marks() == ["/p": "tree"])
        fold(78, EventMask.watchGone)
        #expect(marks().isEmpty)
    }

    @Test("a root that is deleted, moved or unmounted is marked and loses all below it")
    mutating func rootGone() {
        fold(rootWatch, EventMask.movedSelf)
        #expect(state.takeActions() == [.removeWatch(holidayWatch), .removeWatch(rootWatch)])
        #expect(marks() == ["/p": "tree"])
        #expect(state.tree.count == 1)
        fold(rootWatch, EventMask.modify, "a.jpg")
        #expect(marks().isEmpty)
    }

    @Test("an unmounted directory below a root marks the root")
    mutating func unmounted() {
        fold(holidayWatch, EventMask.unmounted)
        #expect(marks() == ["/p": "tree"])
        fold(holidayWatch, EventMask.watchGone)
        #expect(marks() == ["/p/holiday": "listing"])
        #expect(state.tree.descriptor(of: holiday) == nil)
    }

    @Test("a new mode of a directory makes it worth another look")
    mutating func directoryMode() {
        fold(rootWatch, EventMask.attributes | directory, "holiday")
        #expect(marks() == ["/p/holiday": "listing"])
        fold(holidayWatch, EventMask.attributes | directory)
        #expect(marks() == ["/p/holiday": "listing"])
        fold(rootWatch, EventMask.attributes | directory, "unseen")
        #expect(marks() == ["/p/unseen": "tree"])
    }

    @Test("below an ignored directory only the end of the rule counts")
    mutating func ignoredDirectory() {
        state.tree.setIgnored(holiday, true)
        fold(holidayWatch, EventMask.closedAfterWriting, "a.jpg")
        fold(holidayWatch, EventMask.created | directory, "sub")
        #expect(marks().isEmpty && state.tree.count == 2)
        fold(holidayWatch, EventMask.deleted, ".nomedia")
        #expect(marks() == ["/p/holiday": "tree"])
    }

    @Test("an inode mounted in two places is dirty in both")
    mutating func bindMount() throws {
        let made = state.tree.ensureChild(of: root, named: FileName("twin"))
        let twin = try #require(made).node
        _ = state.tree.attach(holidayWatch, to: twin)
        fold(holidayWatch, EventMask.closedAfterWriting, "a.jpg")
        #expect(marks() == ["/p/holiday": "names a.jpg", "/p/twin": "names a.jpg"])
        fold(rootWatch, EventMask.deleted | directory, "twin")
        #expect(state.takeActions().isEmpty)
    }

    @Test("a directory moved below an unwatched one is looked for from there")
    mutating func blindParent() {
        _ = state.tree.detach(root)
        fold(holidayWatch, EventMask.movedSelf)
        #expect(!state.tree.contains(holiday))
        #expect(marks() == ["/p": "listing"])
    }
}

@Suite("Watch descriptors coming and going")
struct RegistrationTests {
    private var state = WatchState(rule: sampleRule)
    private let root: NodeID

    init() {
        root = state.tree.addRoot(path: FilePath("/p"), lane: 0)
    }

    @Test("entry events before the registration are covered by the listing")
    mutating func strays() {
        state.beginAddition()
        let name = Array("a.jpg".utf8)
        name.withUnsafeBytes {
            state.fold(InotifyEvent(descriptor: 5, mask: EventMask.created, name: $0), now: 0)
        }
        #expect(state.register(5, for: root, stamp: state.tree.moveCount, now: 0) == .done)
        #expect(!state.dirty.hasWork(lane: 0))
    }

    @Test("a stray that nobody claims is an unknown descriptor")
    mutating func unclaimed() {
        state.beginAddition()
        state.fold(InotifyEvent(descriptor: 6, mask: EventMask.modify), now: 0)
        #expect(!state.dirty.hasWork(lane: 0))
        #expect(state.register(5, for: root, stamp: 0, now: 0) == .done)
        #expect(state.dirty.mark(of: root) == .tree)
    }

    @Test("a watch that ended before it was registered is added again")
    mutating func ended() {
        state.beginAddition()
        state.fold(InotifyEvent(descriptor: 5, mask: EventMask.watchGone), now: 0)
        #expect(state.register(5, for: root, stamp: 0, now: 0) == .again)
        state.beginAddition()
        #expect(state.register(6, for: root, stamp: 0, now: 0) == .done)
        #expect(state.tree.soleNode(of: 6) == root)
    }

    @Test("a watch that is being removed is added again")
    mutating func removed() throws {
        let made = state.tree.ensureChild(of: root, named: FileName("gone"))
        let gone = try #require(made).node
        _ = state.tree.attach(5, to: gone)
        state.beginAddition()
        state.remove(gone)
        #expect(state.register(5, for: root, stamp: state.tree.moveCount, now: 0) == .again)
    }

    @Test("a directory moved since its path was taken is not tied to the wrong watch")
    mutating func moved() throws {
        let made = state.tree.ensureChild(of: root, named: FileName("a"))
        let node = try #require(made).node
        let stamp = state.tree.moveCount
        let isMoved = Array("b".utf8).withUnsafeBytes { state.tree.move(node, to: root, named: $0) }
        #expect(isMoved)
        state.beginAddition()
        #expect(state.register(5, for: node, stamp: stamp, now: 0) == .stale)
        #expect(state.takeActions() == [.removeWatch(5)])
        #expect(state.tree.descriptor(of: node) == nil)
    }

    @Test("the root's end is noticed even where it came before the registration")
    mutating func rootEnded() {
        state.beginAddition()
        state.fold(InotifyEvent(descriptor: 5, mask: EventMask.movedSelf), now: 0)
        #expect(state.register(5, for: root, stamp: 0, now: 0) == .done)
        #expect(state.takeActions().contains(.removeWatch(5)))
        #expect(state.dirty.mark(of: root) == .tree)
    }

    @Test("without a watch to be had a directory is polled until it gets one")
    mutating func limit() {
        state.beginAddition()
        state.registerFailure(for: root)
        #expect(state.needsPolling && state.tree.unwatched == [root])
        state.markPolled()
        #expect(state.dirty.mark(of: root) == .tree)
        state.beginAddition()
        #expect(state.register(5, for: root, stamp: 0, now: 0) == .done)
        #expect(!state.needsPolling)
    }

    @Test("a directory that may not be read is polled only where no event would tell of a new mode")
    mutating func unreadable() throws {
        let made = state.tree.ensureChild(of: root, named: FileName("a"))
        let node = try #require(made).node
        state.noteUnreadable(node)
        #expect(state.tree.unwatched == [node])
        _ = state.tree.attach(1, to: root)
        _ = state.tree.attach(2, to: node)
        _ = state.tree.detach(node)
        state.noteUnreadable(node)
        #expect(state.tree.unwatched.isEmpty)
    }
}

@Suite("Decoding what the kernel wrote")
struct InotifyEventReaderTests {
    @Test("events with and without names, back to back")
    func events() {
        let bytes =
            encodeEvent(7, EventMask.created, cookie: 3, name: "a.jpg")
            + encodeEvent(8, EventMask.deletedSelf)
            + encodeEvent(9, EventMask.modify, name: "1234567890123456")
        bytes.withUnsafeBytes { buffer in
            var reader = InotifyEventReader(buffer)
            var seen: [(Int32, UInt32, UInt32, String)] = []
            while let event = reader.next() {
                let name = String(decoding: event.name, as: UTF8.self)
                seen.append((event.descriptor, event.mask, event.cookie, name))
            }
            #expect(seen.map(\.0) == [7, 8, 9])
            #expect(seen.map(\.2) == [3, 0, 0])
            #expect(seen.map(\.3) == ["a.jpg", "", "1234567890123456"])
            #expect(!reader.isMalformed)
        }
    }

    @Test("anything cut short is noticed and never read beyond", arguments: 1..<48)
    func cut(length: Int) {
        let bytes =
            encodeEvent(7, EventMask.created, name: "a.jpg") + encodeEvent(8, EventMask.created, name: "b")
        #expect(bytes.count == 64)
        bytes.prefix(length).withUnsafeBytes { buffer in
            var reader = InotifyEventReader(buffer)
            var count = 0
            while reader.next() != nil { count += 1 }
            #expect(count == length / 32)
            #expect(reader.isMalformed == (length % 32 != 0))
        }
    }
}

/// An event as the kernel writes it.
func encodeEvent(_ watch: Int32, _ mask: UInt32, cookie: UInt32 = 0, name: String = "") -> [UInt8] {
    let padded = name.isEmpty ? 0 : (name.utf8.count / 16 + 1) * 16
    var bytes: [UInt8] = []
    for field in [UInt32(bitPattern: watch), mask, cookie, UInt32(padded)] {
        withUnsafeBytes(of: field) { bytes.append(contentsOf: $0) }
    }
    bytes.append(contentsOf: name.utf8)
    bytes.append(contentsOf: repeatElement(0, count: padded - name.utf8.count))
    return bytes
}
