import LibraryIndex
import PhotoModel
import Testing

@testable import Auditing
@testable import DiskReading
@testable import Shots

@Suite("A folder held against the index")
struct FolderComparisonTests {
    private func name(_ text: String) -> FileName { FileName(Array(text.utf8)) }

    private func stamp(_ size: Int64) -> FileStamp {
        FileStamp(size: size, modificationTime: 1, changeTime: 1, inode: 1, birthTime: 1)
    }

    private func listing(_ names: [String], isHidden: Bool = false) -> DirectoryListing {
        var listing = DirectoryListing()
        for text in names {
            guard let format = name(text).format else { continue }
            listing.files.append(DirectoryListing.File(name: name(text), format: format))
        }
        listing.isHidden = isHidden
        listing.sort()
        return listing
    }

    private func known(_ files: [(String, asset: Int64, isPrimary: Bool)]) -> [KnownDirectory.File] {
        files.map { file in
            KnownDirectory.File(
                name: name(file.0),
                stamp: stamp(10),
                owner: ShotPairing.Owner(asset: file.asset, isPrimary: file.isPrimary)
            )
        }
    }

    /// Problems by name; sizes other than ten are given by `sizes`.
    private func problems(
        _ listing: DirectoryListing,
        _ known: [KnownDirectory.File],
        sizes: [String: Int64] = [:],
        unclear: Set<String> = []
    ) -> [String: AuditDifference.Problem] {
        let comparison = FolderComparison(listing: listing, known: known) { name in
            if unclear.contains(name.display) { return .unclear }
            return .file(stamp(sizes[name.display] ?? 10))
        }
        return Dictionary(comparison.suspicions.map { ($0.name.display, $0.problem) }) { first, _ in first }
    }

    @Test(
        "raises no suspicion where both have the same, sidecars without a photo and files out of reach included"
    )
    func same() {
        let listing = listing(["a.jpg", "a.nef", "b.png", "c.jpg", "lonely.xmp"])
        let known = known([("a.jpg", 1, true), ("a.nef", 1, false), ("b.png", 2, true), ("c.jpg", 3, true)])
        #expect(problems(listing, known, sizes: ["c.jpg": 99], unclear: ["c.jpg"]).isEmpty)
    }

    @Test("names a file whose shot was judged without what it holds")
    func unsettled() {
        var stamp = stamp(10)
        stamp.changeTime = FileStamp.unsettledChangeTime
        let owner = ShotPairing.Owner(asset: 1, isPrimary: true)
        let known = [KnownDirectory.File(name: name("a.jpg"), stamp: stamp, owner: owner)]
        #expect(problems(listing(["a.jpg"]), known) == ["a.jpg": .changed])
    }

    @Test("names what is new, gone or changed")
    func differences() {
        let found = problems(
            listing(["changed.jpg", "new.jpg"]),
            known([("changed.jpg", 1, true), ("gone.jpg", 2, true)]),
            sizes: ["changed.jpg": 11]
        )
        #expect(found == ["changed.jpg": .changed, "new.jpg": .notIndexed, "gone.jpg": .notOnDisk])
    }

    @Test("sees that files belong together otherwise, and sidecars that the index does not have")
    func pairs() {
        #expect(
            problems(listing(["a.jpg", "a.nef"]), known([("a.jpg", 1, true), ("a.nef", 2, true)]))
                == ["a.jpg": .pairedOtherwise]
        )
        #expect(
            problems(listing(["a.jpg", "a.xmp"]), known([("a.jpg", 1, true)])) == ["a.jpg": .pairedOtherwise]
        )
    }

    @Test("says nothing of a sidecar that names a file which is not there, though others of its stem are")
    func strangeSidecar() {
        #expect(problems(listing(["a.jpg.xmp", "a.nef"]), known([("a.nef", 1, true)])).isEmpty)
        #expect(
            problems(listing(["a.nef", "a.nef.xmp"]), known([("a.nef", 1, true)]))
                == ["a.nef": .pairedOtherwise]
        )
    }

    @Test("lets nothing stay of a folder that is hidden")
    func hidden() {
        #expect(problems(listing([], isHidden: true), known([("a.jpg", 1, true)])) == ["a.jpg": .ignored])
    }
}
