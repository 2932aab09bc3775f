import Testing

@testable import Files

@Suite("The kind of a file system")
struct FileSystemTypeTests {
    @Test("is a network's by its number; FUSE may be a disk")
    func networks() {
        #expect(FileSystemType(0x6969).isNetwork)
        #expect(FileSystemType(0x786F_4256).isNetwork && FileSystemType(0x7C7C_6673).isNetwork)
        #expect(FileSystemType(Int64(Int32(bitPattern: 0xFF53_4D42))).isNetwork)
        #expect(!FileSystemType(0xEF53).isNetwork)
        #expect(!FileSystemType(0x6573_5546).isNetwork)
        #expect(FileSystemType(0x6573_5546).isFUSE)
    }

    @Test("says whether inode numbers last, and they are nobody's where it is not known which one it is")
    func inodes() {
        #expect(FileSystemType(0xEF53).keepsInodes(isKnown: true))
        #expect(!FileSystemType(0xEF53).keepsInodes(isKnown: false))
        // NFS, FUSE, FAT, exFAT.
        for type: Int64 in [0x6969, 0x6573_5546, 0x4D44, 0x2011_BAB0] {
            #expect(!FileSystemType(type).keepsInodes(isKnown: true))
        }
    }
}
