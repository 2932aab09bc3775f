import Testing

@testable import Roots

@Suite("What a root has always been")
struct RootHomeTests {
    private func place(_ filesystem: String, _ inode: UInt64, isMount: Bool = false) -> RootHome.Place {
        RootHome.Place(filesystem: filesystem, inode: inode, isMount: isMount)
    }

    @Test("the first file system seen is its home, and no other is")
    func filesystem() {
        var home = RootHome(filesystem: nil, mountedInode: nil)
        #expect(home.welcome(place("uuid:a", 5)) == .known)
        #expect(home.welcome(place("uuid:b", 5)) == .otherFileSystem)
        #expect(home.welcome(place("uuid:b", 2, isMount: true)) == .otherFileSystem)
        #expect(home.welcome(place("uuid:a", 5)) == .known)
    }

    @Test(
        "where nothing was ever known of, a disk that is mounted later is its home, and what it is mounted on no longer"
    )
    func mountedLate() {
        var home = RootHome(filesystem: "uuid:a", mountedInode: nil)
        #expect(home.asksForContents(place("uuid:b", 2, isMount: true)))
        #expect(home.welcome(place("uuid:b", 2, isMount: true), .unknown) == .otherFileSystem)
        #expect(home.welcome(place("uuid:b", 2, isMount: true), .nothing) == .newMount)
        #expect(home.welcome(place("uuid:a", 5), .unknown) == .otherFileSystem)
        #expect(home.welcome(place("uuid:b", 2, isMount: true)) == .known)
    }

    @Test("the folder that a disk without photos was mounted on is the root again, and may be made anew")
    func emptyGuest() {
        var home = RootHome(filesystem: "uuid:a", mountedInode: nil)
        #expect(home.welcome(place("uuid:b", 2, isMount: true), .nothing) == .newMount)
        #expect(home.asksForContents(place("uuid:a", 5)))
        #expect(home.welcome(place("uuid:a", 5), .nothing) == .noMount)
        #expect(home.welcome(place("uuid:a", 6)) == .known)
        // A folder bound from elsewhere is on the same file system.
        #expect(home.welcome(place("uuid:a", 7, isMount: true), .nothing) == .newMount)
        #expect(home.asksForContents(place("uuid:a", 6)))
        #expect(home.welcome(place("uuid:a", 6), .nothing) == .noMount)
    }

    @Test("a plain folder that was deleted and made again is welcome")
    func plainFolder() {
        var home = RootHome(filesystem: "uuid:a", mountedInode: nil)
        #expect(home.welcome(place("uuid:a", 5)) == .known)
        #expect(home.welcome(place("uuid:a", 6)) == .known)
    }

    @Test("the folder that a mount of the same file system leaves behind is not it")
    func mountOfTheSameFilesystem() {
        var home = RootHome(filesystem: nil, mountedInode: nil)
        #expect(home.welcome(place("uuid:a", 256, isMount: true)) == .newMount)
        #expect(home.welcome(place("uuid:a", 256, isMount: true)) == .known)
        #expect(home.welcome(place("uuid:a", 900)) == .otherFileSystem)
        // After a restart too.
        var again = RootHome(filesystem: "uuid:a", mountedInode: 256)
        #expect(again.welcome(place("uuid:a", 900)) == .otherFileSystem)
        #expect(again.welcome(place("uuid:a", 256, isMount: true)) == .known)
    }

    @Test("the folder itself without its mount is still it, and another one mounted there is news")
    func mountsOfTheSame() {
        var home = RootHome(filesystem: "uuid:a", mountedInode: 256)
        #expect(home.welcome(place("uuid:a", 256)) == .known)
        #expect(home.welcome(place("uuid:a", 300, isMount: true)) == .newMount)
        #expect(home.welcome(place("uuid:a", 256)) == .otherFileSystem)
    }

    /// A file system of which nothing but the number of its device, or nothing at all, is known.
    private func nameless(_ filesystem: String, device: UInt64 = 7) -> RootHome.Place {
        RootHome.Place(filesystem: filesystem, isCertain: false, device: device, inode: 1, isMount: true)
    }

    @Test("a kernel that begins to tell a UUID takes no root offline")
    func uuid() {
        var home = RootHome(filesystem: "fsid:12", mountedInode: nil)
        let place = RootHome.Place(filesystem: "uuid:a", formerly: ["fsid:12"], inode: 5, isMount: false)
        #expect(home.welcome(place) == .known)
        #expect(home.filesystem == "uuid:a")
        #expect(home.welcome(self.place("uuid:b", 5)) == .otherFileSystem)
    }

    @Test("another disk under the same name is told by what is in it")
    func sameName() {
        var home = RootHome(filesystem: "fsid:0", mountedInode: 1)
        #expect(home.asksForContents(nameless("fsid:0")))
        #expect(home.welcome(nameless("fsid:0"), .others) == .otherFileSystem)
        #expect(home.welcome(nameless("fsid:0"), .unknown) == .known)
        #expect(!home.asksForContents(nameless("fsid:0")), "it has not gone since")
        #expect(home.asksForContents(nameless("fsid:0", device: 8)))
        #expect(home.welcome(nameless("fsid:0", device: 8), .others) == .otherFileSystem)
        #expect(home.welcome(nameless("fsid:0", device: 8), .known) == .known)
    }

    @Test("the same disk on another device is told by what is in it, and an empty one is not it")
    func sameDisk() {
        var home = RootHome(filesystem: "fsid:1", mountedInode: 1)
        #expect(home.welcome(nameless("fsid:2"), .unknown) == .otherFileSystem)
        #expect(home.welcome(nameless("fsid:2"), .others) == .otherFileSystem)
        #expect(home.welcome(nameless("fsid:2"), .known) == .known)
        #expect(home.filesystem == "fsid:2")
        var other = RootHome(filesystem: "uuid:a", mountedInode: 1)
        #expect(other.welcome(nameless("fsid:2"), .known) == .otherFileSystem, "that one has a name")
    }
}
