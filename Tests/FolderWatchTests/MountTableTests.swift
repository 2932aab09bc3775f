import PhotoModel
import Testing

@testable import FolderWatch

@Suite("The mount table")
struct MountTableTests {
    private let table = MountTable(
        parsing: Array(
            #"""
            22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
            36 22 0:33 / /mnt/my\040photos rw,noatime master:1 propagate_from:2 - nfs4 server:/x\134y rw
            37 22 8:1 /sub /mnt/disk rw - fuseblk /dev/sda1 rw
            38 22 0:40 / /home/me/phone rw shared:7 - fuse.sshfs me@phone: rw
            a line that is none
            39 37 8:2 / /mnt/disk rw - ext4 /dev/sdb1 rw
            40 22 0:50 / /mnt/bad - x
            """#.utf8
        )
    )

    @Test("reads lines with any number of optional fields and leaves out what is none")
    func parsing() {
        #expect(table.mounts.map(\.identifier) == [22, 36, 37, 38, 39])
        let nfs = table.mounts[1]
        #expect(nfs.mountPoint == FilePath("/mnt/my photos"))
        #expect(nfs.type == "nfs4" && nfs.source == FilePath(#"server:/x\y"#))
        #expect(table.mounts[2].root == FilePath("/sub") && table.mounts[2].device == "8:1")
    }

    @Test("tells a file system that cannot be written from a mount of it that may not be")
    func access() {
        let table = MountTable(
            parsing: Array(
                """
                22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
                23 22 254:0 /home /home ro,nosuid - ext4 /dev/vda rw,errors=remount-ro
                24 22 8:1 / /mnt/card rw - vfat /dev/sda1 ro
                25 22 8:2 / /mnt/disc ro,relatime - iso9660 /dev/sr0 ro,nojoliet
                """.utf8
            )
        )
        #expect(table.mounts.map(\.access) == [.writable, .readOnlyHere, .readOnly, .readOnly])
    }

    @Test("undoes octal escapes only where they are whole")
    func escapes() {
        let undone = { (text: String) in MountTable.unescape(Array(text.utf8)[...]) }
        #expect(undone(#"a\040b\011c\012d\134"#) == Array("a b\tc\nd\\".utf8))
        #expect(undone(#"\04"#) == Array(#"\04"#.utf8))
        #expect(undone(#"\089x"#) == Array(#"\089x"#.utf8))
    }

    @Test("the mount of a path is the nearest one, and of stacked ones the last")
    func lookup() {
        #expect(table.mount(of: FilePath("/mnt/my photos/2016"))?.identifier == 36)
        #expect(table.mount(of: FilePath("/mnt/my photos2"))?.identifier == 22)
        #expect(table.mount(of: FilePath("/mnt/disk"))?.identifier == 39)
        #expect(table.mount(of: FilePath("/"))?.identifier == 22)
    }

    @Test("networks are told from disks")
    func networks() {
        #expect(table.mounts.filter(\.isNetwork).map(\.identifier) == [36, 38])
    }

    @Test("says where mounts changed")
    func changes() {
        let before = MountTable(parsing: Array("22 1 254:0 / / rw - ext4 /dev/vda rw\n".utf8))
        let after = MountTable(
            parsing: Array(
                "22 1 254:0 / / rw - ext4 /dev/vda rw\n50 22 8:1 / /m rw - ext4 /dev/sda rw\n".utf8
            )
        )
        #expect(after.changedMountPoints(since: before) == [FilePath("/m")])
        #expect(before.changedMountPoints(since: after) == [FilePath("/m")])
        #expect(after.changedMountPoints(since: after).isEmpty)
        #expect(after.devices(mountedUnlikeIn: before) == ["8:1"])
        #expect(before.devices(mountedUnlikeIn: after).isEmpty)
    }

    @Test("reads this machine's table")
    func current() throws {
        // In a changed root `/` need not be a mount; the table itself is read from one.
        let mount = try MountTable.current().mount(of: FilePath("/proc/self/mountinfo"))
        #expect(mount?.type == "proc", "\(String(describing: mount))")
    }
}
