import CaptureRules
import FolderWatch
import PhotoModel
import TestSupport
import Testing

@testable import DiskReading
@testable import Shots

@Suite("Whether files that did not change belong together as the index has them")
struct ShotPairingTests {
    /// - Parameter files: `a.jpg` and the asset it is in the index: `"1"` as its primary, `"+1"` as a part of it, `""`
    ///   not at all.
    private func isAsIndexed(_ files: KeyValuePairs<String, String>) throws -> Bool {
        try ShotPairing.isAsIndexed(
            files.map { text, owner in
                let name = FileName(text)
                return ShotPairing.Member(
                    name: name,
                    format: try #require(name.format),
                    owner: owner.isEmpty
                        ? nil
                        : ShotPairing.Owner(
                            asset: try #require(Int64(owner.drop { $0 == "+" })),
                            isPrimary: !owner.hasPrefix("+")
                        )
                )
            }
        )
    }

    @Test("they do")
    func same() throws {
        #expect(try isAsIndexed([:]))
        #expect(try isAsIndexed(["a.jpg": "1"]))
        #expect(try isAsIndexed(["a.NEF": "+1", "a.jpg": "1", "a.jpg.xmp": "+1", "a.mov": "2"]))
        #expect(try isAsIndexed(["a.NEF": "1", "a.jpg": "2", "a.png": "3"]))
    }

    @Test("a sidecar with nothing to join is in no asset")
    func loneSidecar() throws {
        #expect(try isAsIndexed(["a.xmp": ""]))
        #expect(try !isAsIndexed(["a.xmp": "+1"]))
        #expect(try !isAsIndexed(["a.jpg": "1", "a.xmp": ""]))
    }

    @Test("a RAW file of two stills, one of which is elsewhere now, is to join the other")
    func leftByOne() throws {
        #expect(try !isAsIndexed(["a.NEF": "1", "a.jpg": "2"]))
        #expect(try !isAsIndexed(["a.NEF": "1", "a.jpg": "2", "a.xmp": "+2"]))
    }

    @Test("a listing tells of such a stem, and of no other", arguments: [false, true])
    func listing(isPaired: Bool) throws {
        let folder = try TemporaryFolder()
        let names = ["a.jpg", "a.nef", "b.jpg", "c.nef"]
        for name in names { try folder.write(name, name) }
        let directory = try DirectoryReader(rootPath: FilePath(folder.path))
        let observer = FileObserver(
            directory: directory.descriptor,
            keepsInodes: true,
            heartbeat: LaneHeartbeat()
        )
        var listing = DirectoryListing()
        var known: [KnownDirectory.File] = []
        for (number, text) in names.enumerated() {
            let name = FileName(text)
            listing.files.append(DirectoryListing.File(name: name, format: try #require(name.format)))
            guard case .file(let stamp) = observer.look(at: name) else {
                Issue.record("\(text) is not there")
                return
            }
            let owner = ShotPairing.Owner(
                asset: isPaired && text == "a.nef" ? 0 : Int64(number),
                isPrimary: !(isPaired && text == "a.nef")
            )
            known.append(KnownDirectory.File(name: name, stamp: stamp, owner: owner))
        }
        let difference = ListingDifference(
            listing: listing,
            known: known,
            pending: [],
            force: false,
            look: { observer.look(at: $0) }
        )
        #expect(difference.changedStems == (isPaired ? [] : [Array("a".utf8)]))
        #expect(difference.goneStems.isEmpty)
    }

    @Test("a RAW file whose still is elsewhere now stands for itself")
    func leftAlone() throws {
        #expect(try !isAsIndexed(["a.NEF": "+1"]))
        #expect(try !isAsIndexed(["a.NEF": "+1", "a.jpg": "2"]))
        #expect(try !isAsIndexed(["a.NEF": "+1", "a.xmp": "+1"]))
    }
}
