import FolderWatch
import PhotoModel
import Testing

@testable import BatchService

@Suite("What is said of a folder that may not be written")
struct ReadOnlyPlaceTests {
    private func message(_ path: String, _ mount: String, _ options: (here: String, all: String)) -> String {
        let line = "22 1 254:0 / \(mount) \(options.here) - ext4 /dev/vda \(options.all)\n"
        return ReadOnlyPlace(FilePath(path), in: MountTable(parsing: Array(line.utf8))).message
    }

    @Test("names its mount with the remedy, and a folder that is the mount itself once")
    func readOnly() {
        let remedy = "/disk is mounted read-only; mount it writable: mount -o remount,rw /disk"
        #expect(message("/disk/photos", "/disk", ("rw", "ro")) == "/disk/photos: \(remedy)")
        #expect(message("/disk", "/disk", ("rw", "ro")) == remedy)
    }

    @Test("names what may have closed it where the disk itself takes what is written")
    func closed() {
        let message = message("/disk/photos", "/disk", ("ro", "rw"))
        #expect(message.hasPrefix("/disk/photos: photod may not write there, though the disk takes it"))
        #expect(message.contains("ReadWritePaths=/disk/photos"))
    }

    @Test("its remedies are taken by the shell and by systemd as they stand, whatever the folder is called")
    func oddNames() {
        let folder = #"/disk/My "old" photos\100%"#
        #expect(
            message(folder, "/disk", ("ro", "rw"))
                .contains(#"ReadWritePaths="/disk/My \"old\" photos\\100%%", then"#)
        )
        #expect(
            ReadOnlyPlace.remedy(for: FilePath("/disk/100%")).contains("ReadWritePaths=/disk/100%%, then")
        )
        #expect(message("/a b/c", "/a\\040b", ("rw", "ro")).hasSuffix("mount -o remount,rw '/a b'"))
    }
}
