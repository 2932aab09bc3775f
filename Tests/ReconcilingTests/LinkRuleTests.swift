import PhotoModel
import TestSupport
import Testing

@testable import FolderWatch
@testable import Roots

@Suite("Which links are followed")
struct LinkRuleTests {
    private func verdict(_ target: String, _ roots: String...) -> LinkRule.Verdict {
        LinkRule.verdict(
            on: FilePath(target),
            roots: roots.map { FilePath($0) },
            state: FilePath("/var/lib/photod"),
            imports: [FilePath("/home/bob/Inbox")]
        )
    }

    @Test("one to a folder that no root holds, and that holds none")
    func apart() {
        #expect(verdict("/mnt/disk/trips", "/home/ann/Pictures") == .follow)
        #expect(verdict("/home/ann/Pictures2", "/home/ann/Pictures") == .follow)
        #expect(verdict("/mnt/disk/trips/2016", "/mnt/disk/trips/2017", "/mnt/disk/trips/20") == .follow)
    }

    @Test("none into a root, its own or another, nor to one that holds a root")
    func together() {
        let pictures = FilePath("/home/ann/Pictures")
        #expect(verdict("/home/ann/Pictures/a", "/mnt", "/home/ann/Pictures") == .isInside(pictures))
        #expect(verdict("/home/ann/Pictures", "/home/ann/Pictures") == .isInside(pictures))
        #expect(verdict("/home/ann", "/mnt", "/home/ann/Pictures") == .holds(pictures))
    }

    @Test("none to what is no place for photos")
    func elsewhere() {
        #expect(verdict("/") == .isSystem)
        #expect(verdict("/proc/1/root/mnt") == .isSystem)
        #expect(verdict("/var/lib/photod/photos") == .isState)
        #expect(verdict("/var/lib") == .isState)
        #expect(verdict("/dev/shm/photos") == .follow)
    }

    @Test("none to a folder that files are imported from, nor into one, nor to one that holds one")
    func imports() {
        let inbox = LinkRule.Verdict.isImportFolder(FilePath("/home/bob/Inbox"))
        #expect(verdict("/home/bob/Inbox") == inbox)
        #expect(verdict("/home/bob/Inbox/DCIM") == inbox)
        #expect(verdict("/home/bob") == inbox)
        #expect(verdict("/home/bob/Inbox2") == .follow)
    }

    @Test("whatever is not followed has a reason to tell")
    func reasons() {
        #expect(LinkRule.Verdict.follow.reason == nil)
        for verdict in [
            verdict("/"), verdict("/var"), verdict("/a/b", "/a"), verdict("/a", "/a/b"),
            verdict("/home/bob/Inbox"),
        ] {
            #expect(verdict.reason?.hasPrefix("which ") == true)
        }
    }
}

@Suite("Links that are not followed now")
struct WaitingLinksTests {
    @Test("are forgotten with their folders, however long nothing is mounted")
    func forgotten() throws {
        let folder = try TemporaryFolder()
        let watcher = try FolderWatcher(rule: { _, _ in .entry })
        let root = watcher.addRoot(folder.location, lane: 0, isMarked: false)
        var state = LinkFollower.State()
        state.watcher = watcher
        state.wait(LinkFollower.Waiting(folder: root, name: FileName("there")), reason: "why")
        for number in 0..<1_000 {
            let gone = NodeID(index: 1_000 + Int32(number), generation: 0)
            state.wait(LinkFollower.Waiting(folder: gone, name: FileName("gone")))
        }
        #expect(state.waiting.count <= 64)
        #expect(state.wait(LinkFollower.Waiting(folder: root, name: FileName("there"))) == "why")
    }

    @Test("are not gone through for each that comes where very many stay")
    func staying() throws {
        let folder = try TemporaryFolder()
        let watcher = try FolderWatcher(rule: { _, _ in .entry })
        let root = watcher.addRoot(folder.location, lane: 0, isMarked: false)
        let gone = NodeID(index: 1_000, generation: 0)
        var state = LinkFollower.State()
        state.watcher = watcher
        func wait(in folder: NodeID, _ numbers: Range<Int>) {
            for number in numbers { state.wait(.init(folder: folder, name: FileName("\(number)"))) }
        }
        wait(in: root, 0..<65)
        wait(in: gone, 0..<65)
        #expect(state.waiting.count == 130)
        wait(in: gone, 65..<66)
        #expect(state.waiting.count == 65)
    }
}
