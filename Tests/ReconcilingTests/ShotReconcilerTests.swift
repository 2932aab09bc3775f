import CaptureRules
import LibraryIndex
import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex
@testable import Shots

@Suite("The difference of one stem")
struct ShotReconcilerTests {
    private static func stamp(_ inode: Int) -> FileStamp {
        FileStamp(size: 1, modificationTime: 2, changeTime: 3, inode: UInt64(inode), birthTime: 4)
    }

    private func file(_ name: String, inode: Int = 1, pending: Bool = false) throws -> ObservedFile {
        let fileName = FileName(name)
        return ObservedFile(
            name: fileName,
            format: try #require(fileName.format),
            stamp: Self.stamp(inode),
            content: pending ? .pending : .none(nil)
        )
    }

    private func asset(
        _ number: Int,
        _ name: String,
        inode: Int = 1,
        companions: [String] = [],
        created: Int64 = 1
    ) throws -> IndexedAsset {
        let fileName = FileName(name)
        let format = try #require(fileName.format)
        return IndexedAsset(
            key: Int64(number),
            id: AssetID(high: 0, low: UInt64(number)),
            directory: 1,
            root: 1,
            name: fileName,
            type: format.assetType ?? .photo,
            format: format,
            month: .undated,
            filesystem: 1,
            stamp: Self.stamp(inode),
            fingerprint: nil,
            marks: AssetMarks(),
            revision: 1,
            created: created,
            companions: try companions.map { name in
                IndexedCompanion(
                    name: FileName(name),
                    format: try #require(FileName(name).format),
                    stamp: Self.stamp(1)
                )
            }
        )
    }

    private func actions(
        _ indexed: [IndexedAsset],
        _ observed: [ObservedFile],
        isForced: Bool = false,
        isRecent: Bool = false
    ) -> [ShotReconciler.Action] {
        ShotReconciler.actions(
            stem: Array("a".utf8),
            indexed: indexed,
            observed: observed,
            isForced: isForced,
            isRecent: { _ in isRecent }
        )
    }

    @Test("nothing changed, nothing to do; unless it is forced")
    func unchanged() throws {
        let known = try asset(1, "a.jpg", companions: ["a.cr2", "a.xmp"])
        let files = [try file("a.cr2"), try file("a.jpg"), try file("a.xmp")]
        #expect(actions([known], files) == [])
        #expect(
            actions([known], files, isForced: true) == [.update(known, Shot(primary: 1, companions: [0, 2]))]
        )
    }

    @Test("new files: a RAW and a still are one shot, a video its own, a lone sidecar none")
    func new() throws {
        #expect(
            actions([], [try file("a.jpg"), try file("a.nef")]) == [.add(Shot(primary: 0, companions: [1]))]
        )
        #expect(
            actions([], [try file("a.jpg"), try file("a.mp4")]) == [
                .add(Shot(primary: 0)), .add(Shot(primary: 1)),
            ]
        )
        #expect(actions([], [try file("a.xmp")]) == [])
    }

    @Test("a changed file updates its asset; a gone one removes it")
    func changed() throws {
        let known = try asset(1, "a.jpg")
        #expect(actions([known], [try file("a.jpg", inode: 2)]) == [.update(known, Shot(primary: 0))])
        #expect(actions([known], []) == [.remove(known)])
        let longer = try asset(2, "a.b.jpg")
        #expect(actions([longer], []) == [], "another stem's asset is left alone")
    }

    @Test("the JPEG of a pair goes and the RAW file carries the id on; then the RAW goes too")
    func pairLosesStill() throws {
        let pair = try asset(1, "a.jpg", companions: ["a.cr2"])
        #expect(actions([pair], [try file("a.cr2")]) == [.update(pair, Shot(primary: 0))])
        #expect(actions([pair], [try file("a.jpg")]) == [.update(pair, Shot(primary: 0))])
        #expect(actions([pair], []) == [.remove(pair)])
    }

    @Test("of two assets that become one the primary file's survives")
    func absorption() throws {
        let raw = try asset(1, "a.cr2", created: 10)
        let still = try asset(2, "a.jpg", created: 20)
        let files = [try file("a.cr2"), try file("a.jpg")]
        #expect(
            actions([raw, still], files)
                == [.remove(raw), .update(still, Shot(primary: 1, companions: [0]))]
        )
    }

    @Test(
        "of two of which the primary file's is here since a moment the older survives, whichever file it had"
    )
    func youngAbsorption() throws {
        let raw = try asset(1, "a.cr2", created: 10)
        for (created, survivor, absorbed) in [(Int64(20), "raw", "still"), (5, "still", "raw")] {
            let still = try asset(2, "a.jpg", created: created)
            let files = [try file("a.cr2"), try file("a.jpg")]
            let expected: [ShotReconciler.Action] = [
                .remove(absorbed == "raw" ? raw : still),
                .update(survivor == "raw" ? raw : still, Shot(primary: 1, companions: [0])),
            ]
            #expect(actions([raw, still], files, isRecent: true) == expected)
        }
    }

    @Test("a pair that a second still splits leaves the id with the still it had")
    func split() throws {
        let pair = try asset(1, "a.jpg", companions: ["a.cr2"])
        let found = actions([pair], [try file("a.cr2"), try file("a.jpg"), try file("a.png")])
        #expect(found.count == 3)
        #expect(found.contains(.update(pair, Shot(primary: 1))))
        #expect(found.contains(.add(Shot(primary: 0))))
        #expect(found.contains(.add(Shot(primary: 2))))
    }

    @Test("a sidecar that comes, changes or goes updates the asset, and carries none on by itself")
    func sidecars() throws {
        let bare = try asset(1, "a.jpg")
        let with = try asset(1, "a.jpg", companions: ["a.xmp"])
        #expect(
            actions([bare], [try file("a.jpg"), try file("a.xmp")]) == [
                .update(bare, Shot(primary: 0, companions: [1]))
            ]
        )
        #expect(
            actions([with], [try file("a.jpg"), try file("a.xmp", inode: 9)])
                == [.update(with, Shot(primary: 0, companions: [1]))]
        )
        #expect(actions([with], [try file("a.jpg")]) == [.update(with, Shot(primary: 0))])
        #expect(actions([with], [try file("a.xmp")]) == [.remove(with)])
    }

    @Test("a file that is being written is there but not read: no new asset, no removal, no change")
    func pending() throws {
        let known = try asset(1, "a.jpg", companions: ["a.cr2"])
        #expect(actions([], [try file("a.jpg", pending: true)]) == [])
        #expect(actions([known], [try file("a.cr2"), try file("a.jpg", inode: 7, pending: true)]) == [])
        #expect(actions([known], [try file("a.cr2", inode: 7, pending: true), try file("a.jpg")]) == [])
        // A new still beside a known RAW file joins it only when it is complete.
        let raw = try asset(2, "a.cr2")
        #expect(actions([raw], [try file("a.cr2"), try file("a.jpg", pending: true)]) == [])
        // What is gone beside it is gone.
        #expect(actions([known], [try file("a.jpg", pending: true)]) == [.update(known, Shot(primary: 0))])
    }

    @Test("a name whose case changed is told as a new file before its old name is gone")
    func caseRename() throws {
        let known = try asset(1, "a.JPG")
        #expect(actions([known], [try file("a.jpg")]) == [.add(Shot(primary: 0)), .remove(known)])
    }

    /// Plays random directories and checks what must hold of every answer.
    @Test("every file ends in one shot, every asset has one fate, and another look finds nothing to do")
    func model() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("shots seed: \(seed)")
        var random = SeededGenerator(seed: seed)
        let names = ["a.jpg", "a.JPG", "a.png", "a.cr2", "a.dng", "a.mov", "a.xmp", "a.jpg.xmp", "a.cr2.xmp"]
        var indexed: [IndexedAsset] = []
        var next = 1
        for round in 0..<2000 {
            let chosen = names.filter { _ in Bool.random(using: &random) }
            let files = try chosen.map { try file($0, inode: Int.random(in: 1...2, using: &random)) }
            let found = actions(indexed, files)
            var state = Dictionary(uniqueKeysWithValues: indexed.map { ($0.key, $0) })
            var touched: Set<Int64> = []
            for action in found {
                switch action {
                case .update(let old, let shot):
                    #expect(touched.insert(old.key).inserted, "seed \(seed), round \(round)")
                    state[old.key] = try made(old.key, old.created, shot, files)
                case .add(let shot):
                    state[Int64(next)] = try made(Int64(next), Int64(next), shot, files)
                    next += 1
                case .remove(let old):
                    #expect(touched.insert(old.key).inserted, "seed \(seed), round \(round)")
                    #expect(state.removeValue(forKey: old.key) != nil)
                }
            }
            let shots = Companions.shots(in: files.map { ShotFile(name: $0.name, format: $0.format) })
            let expected = Set(shots.map { files[$0.primary].name })
            #expect(Set(state.values.map(\.name)) == expected, "seed \(seed), round \(round)")
            #expect(state.count == expected.count, "seed \(seed), round \(round)")
            indexed = state.values.sorted { $0.key < $1.key }
            #expect(actions(indexed, files) == [], "seed \(seed), round \(round)")
        }
    }

    private func made(_ key: Int64, _ created: Int64, _ shot: Shot, _ files: [ObservedFile]) throws
        -> IndexedAsset
    {
        let primary = files[shot.primary]
        return IndexedAsset(
            key: key,
            id: AssetID(high: 0, low: UInt64(key)),
            directory: 1,
            root: 1,
            name: primary.name,
            type: .photo,
            format: primary.format,
            month: .undated,
            filesystem: 1,
            stamp: primary.stamp,
            fingerprint: nil,
            marks: AssetMarks(),
            revision: 1,
            created: created,
            companions: shot.companions.map {
                IndexedCompanion(name: files[$0].name, format: files[$0].format, stamp: files[$0].stamp)
            }
        )
    }
}
