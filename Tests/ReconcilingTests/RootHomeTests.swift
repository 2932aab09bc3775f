import Testing

@testable import Reconciling

@Suite("What a root has always been")
struct RootHomeTests {
    private func place(_ filesystem: String, _ inode: UInt64, isMount: Bool = false) -> RootHome.Place {
        RootHome.Place(filesystem: filesystem, inode: inode, isMount: isMount)
    }

    @Test("the first file system seen is its home, and no other is")
    func filesystem() {
        var home = RootHome(filesystem: nil, mountedInode: nil)
        #expect(home.welcome(place("uuid:a", 5)) == .known)
        #expect(home.welcome(place("uuid:b", 5)) == .stranger)
        #expect(home.welcome(place("uuid:b", 2, isMount: true)) == .stranger)
        #expect(home.welcome(place("uuid:a", 5)) == .known)
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
        #expect(home.welcome(place("uuid:a", 900)) == .stranger)
        // After a restart too.
        var again = RootHome(filesystem: "uuid:a", mountedInode: 256)
        #expect(again.welcome(place("uuid:a", 900)) == .stranger)
        #expect(again.welcome(place("uuid:a", 256, isMount: true)) == .known)
    }

    @Test("the folder itself without its mount is still it, and another one mounted there is news")
    func mountsOfTheSame() {
        var home = RootHome(filesystem: "uuid:a", mountedInode: 256)
        #expect(home.welcome(place("uuid:a", 256)) == .known)
        #expect(home.welcome(place("uuid:a", 300, isMount: true)) == .newMount)
        #expect(home.welcome(place("uuid:a", 256)) == .stranger)
    }
}
