import PhotoModel
import Testing

@testable import Importing

@Suite("Files that others write unseen")
struct SteadyFilesTests {
    private static let second: Int64 = 1_000_000_000
    private let folder = FilePath("/inbox")
    private let name = FileName("a.jpg")
    private var files = SteadyFiles()

    private mutating func look(size: Int64, changed: Int64 = 1, at second: Int64) -> Set<FileName> {
        let stamp = FileStamp(
            size: size,
            modificationTime: 1,
            changeTime: changed,
            inode: 1,
            birthTime: 0
        )
        return files.look(at: folder, [name: stamp], among: [name], now: second * Self.second)
    }

    @Test("are complete when two looks find them alike, a poll apart")
    mutating func twoLooks() {
        #expect(look(size: 1, at: 0).isEmpty)
        // Somebody who does not wait for the next poll learns nothing.
        #expect(look(size: 1, at: 1).isEmpty)
        #expect(look(size: 1, at: 20).count == 1)
        #expect(look(size: 1, at: 21).count == 1)
    }

    @Test("are not while they grow, or are written in place")
    mutating func growing() {
        for poll in 0..<10 { #expect(look(size: Int64(poll), at: Int64(poll) * 20).isEmpty) }
        #expect(look(size: 9, changed: 2, at: 200).isEmpty)
        #expect(look(size: 9, changed: 2, at: 220).count == 1)
    }

    @Test("are looked at anew when they were gone meanwhile")
    mutating func gone() {
        #expect(look(size: 1, at: 0).isEmpty)
        #expect(files.look(at: folder, [:], among: [], now: 10 * Self.second).isEmpty)
        #expect(look(size: 1, at: 20).isEmpty)
        #expect(look(size: 1, at: 40).count == 1)
    }

    @Test("are forgotten when they are gone, and with the folder that they lay in")
    mutating func forgotten() {
        let deeper = folder.appending(FileName("sub"))
        let other = FileName("b.jpg")
        let stamp = FileStamp(size: 1, modificationTime: 1, changeTime: 1, inode: 1, birthTime: 0)
        _ = files.look(at: folder, [name: stamp, other: stamp], among: [name, other], now: 0)
        _ = files.look(at: deeper, [name: stamp], among: [name], now: 0)
        #expect(files.count == 3)
        files.forget(in: folder) { $0 == folder.appending(name) }
        #expect(files.count == 2)
        files.forget(in: folder) { $0 == deeper }
        #expect(files.count == 1)
        files.forget(in: folder) { $0 == folder.appending(other) }
        #expect(files.count == 0)
    }
}
