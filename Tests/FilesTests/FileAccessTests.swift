import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import Files

@Suite("Who may read a file")
struct FileAccessTests {
    @Test("a picture lets in nobody whom its folder's default list does, and what it is of does not")
    func defaultList() throws {
        let folder = try TemporaryFolder()
        let (original, frames) = (folder.location("a.mp4"), folder.location("frames"))
        try Disk.write("video", to: original)
        try Disk.setMode(original, 0o640)
        try Disk.makeFolder(frames)
        func entry(_ tag: UInt8, _ permissions: UInt8, _ id: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]) -> [UInt8] {
            [tag, 0, permissions, 0] + id
        }
        // Owner rwx, a user of that number rwx, the group r-x, mask rwx, others r-x.
        let list =
            [2, 0, 0, 0] + entry(0x01, 7) + entry(0x02, 7, [0xF6, 0xFB, 0, 0]) + entry(0x04, 5)
            + entry(0x10, 7) + entry(0x20, 5)
        guard try Attribute.set("system.posix_acl_default", list, of: frames) else {
            return print("SKIPPED: this file system has no access control lists")
        }
        let access = try FileAccess(of: Files.OpenFile(reading: original))
        let frame = try Folder(frames).create(FileName("f.png"), mode: access.modeOfPicture)
        #expect(try AccessList(of: frame) != nil)
        try frame.beNoMoreReadable(than: access)
        #expect(try AccessList(of: frame) == nil)
        // Whose a file of the kernel's overflow group is nobody can tell.
        let expected: mode_t = getegid() == 65534 ? 0o600 : 0o640
        #expect(Disk.status(frames + "f.png").map { $0.st_mode & 0o777 } == expected)
    }
}
