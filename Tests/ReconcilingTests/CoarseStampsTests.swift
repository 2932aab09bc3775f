import FolderWatch
import PhotoModel
import TestSupport
import Testing

@testable import DiskReading
@testable import FolderWatch
@testable import LibraryIndex
@testable import Shots

@Suite("Files whose stamps are too coarse to show a change")
struct CoarseStampsTests {
    /// - Parameter doubted: how many nanoseconds before their stamps begin times that say little.
    private func changedStems(
        keepsInodes: Bool,
        told: Set<FileName>,
        doubted: Int64 = 0
    ) throws -> [[UInt8]] {
        let folder = try TemporaryFolder()
        let directory = try DirectoryReader(rootPath: folder.location)
        let observer = FileObserver(
            directory: directory.descriptor,
            keepsInodes: keepsInodes,
            heartbeat: LaneHeartbeat()
        )
        var listing = DirectoryListing()
        var known: [KnownDirectory.File] = []
        for name in ["a.png", "b.png"].map({ FileName($0) }) {
            try folder.write(name.display, "a photo")
            guard case .file(let stamp) = observer.look(at: name) else { continue }
            listing.files.append(DirectoryListing.File(name: name, format: .png))
            let owner = ShotPairing.Owner(asset: Int64(known.count), isPrimary: true)
            known.append(KnownDirectory.File(name: name, stamp: stamp, owner: owner))
        }
        let difference = ListingDifference(
            listing: listing,
            known: known,
            pending: [],
            force: false,
            look: { observer.look(at: $0) },
            doubted: ((known.map(\.stamp.changeTime).max() ?? 0) + 1 - doubted)...,
            isTold: { told.contains($0) }
        )
        #expect(difference.blurredStems == Set(difference.changedStems))
        return difference.changedStems
    }

    @Test("are news where an event told of them, also when the whole folder is listed for something else")
    func listed() throws {
        let told: Set<FileName> = [FileName("b.png")]
        #expect(try changedStems(keepsInodes: false, told: told) == [Array("b".utf8)])
        #expect(try changedStems(keepsInodes: false, told: []) == [])
        #expect(try changedStems(keepsInodes: true, told: told) == [])
    }

    @Test("so are those that got their stamps a moment ago: two changes in one tick of file times have one")
    func fresh() throws {
        let told: Set<FileName> = [FileName("b.png")]
        #expect(try changedStems(keepsInodes: true, told: told, doubted: 5_000_000) == [Array("b".utf8)])
        #expect(try changedStems(keepsInodes: true, told: [], doubted: 5_000_000) == [])
    }
}
