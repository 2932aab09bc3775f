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
}
