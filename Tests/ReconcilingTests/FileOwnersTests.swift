import LibraryIndex
import PhotoModel
import Testing

@testable import Reconciling

@Suite("Whose file one is")
struct FileOwnersTests {
    private let content = Fingerprint(high: 1, low: 1)
    private let other = Fingerprint(high: 2, low: 2)
    private let owner = AssetID(high: 1, low: 1)

    private func stamp(inode: UInt64, birthTime: Int64, size: Int64 = 5, modified: Int64 = 100) -> FileStamp {
        FileStamp(
            size: size,
            modificationTime: modified,
            changeTime: 1,
            inode: inode,
            birthTime: birthTime
        )
    }

    @Test("is told by number and birth time, whatever is in it by now")
    func birthTime() {
        var owners = FileOwners()
        owners.note(owner, of: stamp(inode: 7, birthTime: 3), content, on: "disk")
        #expect(owners.owner(of: stamp(inode: 7, birthTime: 3, size: 9), other, on: "disk") == owner)
        #expect(owners.owner(of: stamp(inode: 7, birthTime: 4), content, on: "disk") == nil)
        #expect(owners.owner(of: stamp(inode: 7, birthTime: 3), content, on: "another disk") == nil)
    }

    @Test("is told by number and content where no birth time is kept")
    func withoutBirthTime() {
        var owners = FileOwners()
        owners.note(owner, of: stamp(inode: 7, birthTime: 0), content, on: "disk")
        #expect(owners.owner(of: stamp(inode: 7, birthTime: 0, modified: 200), content, on: "disk") == owner)
        #expect(owners.owner(of: stamp(inode: 7, birthTime: 0), other, on: "disk") == nil)
        #expect(owners.owner(of: stamp(inode: 7, birthTime: 0, size: 9), content, on: "disk") == nil)
    }

    @Test("is told by content and time where there are no numbers")
    func withoutNumber() {
        var owners = FileOwners()
        owners.note(owner, of: stamp(inode: 0, birthTime: 0), content, on: "disk")
        #expect(owners.owner(of: stamp(inode: 0, birthTime: 0), content, on: "disk") == owner)
        #expect(owners.owner(of: stamp(inode: 0, birthTime: 0, modified: 200), content, on: "disk") == nil)
        owners.note(owner, of: stamp(inode: 0, birthTime: 0, size: 0), nil, on: "disk")
        #expect(owners.owner(of: stamp(inode: 0, birthTime: 0, size: 0), nil, on: "disk") == nil)
    }

    @Test("is the last one's that had it, and nobody's once it is forgotten")
    func lastOne() {
        var owners = FileOwners()
        let file = stamp(inode: 7, birthTime: 3)
        owners.note(AssetID(high: 2, low: 2), of: file, content, on: "disk")
        owners.note(owner, of: file, content, on: "disk")
        #expect(owners.owner(of: file, content, on: "disk") == owner)
        owners.forget(file, content, on: "disk")
        #expect(owners.owner(of: file, content, on: "disk") == nil)
        #expect(owners.isEmpty)
    }
}
