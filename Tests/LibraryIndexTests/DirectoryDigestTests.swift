import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("Digests of directories")
struct DirectoryDigestTests {
    private let folder: TemporaryFolder
    private let index: LibraryIndex
    private let shelf: Shelf

    init() throws {
        (folder, index, shelf) = try Shelf.opened()
    }

    @discardableResult
    private func sumUp() throws -> Bool {
        try index.digestDirectories { body throws(IndexError) in try index.write(body).value }
    }

    private func digest(_ key: Int64? = nil) throws -> Int64? {
        try index.read { reader throws(IndexError) in try reader.directory(key ?? shelf.directory)?.digest }
    }

    /// What a crawler makes of what it sees.
    private func listed(_ files: [(String, FileStamp)], _ directories: [(String, UInt64)] = []) -> Int64 {
        var digest = DirectoryDigest()
        for (name, inode) in directories { digest.add(directory: FileName(name), inode: inode) }
        for (name, stamp) in files { digest.add(file: FileName(name), stamp) }
        return digest.value
    }

    @discardableResult
    private func add(_ number: Int, in directory: Int64? = nil) throws -> IndexedAsset {
        let place = shelf.place("\(number).jpg", in: directory ?? shelf.directory)
        _ = try index.write { writer throws(IndexError) in
            try writer.insert(
                id: .number(number),
                record: .sample(nil),
                marks: AssetMarks(),
                at: place,
                created: 1
            )
        }
        return try #require(try index.asset(number))
    }

    @Test("is what a listing of the same files and directories makes, in whatever order")
    func sameAsListed() throws {
        let assets = try [3, 1, 2].map { try add($0) }
        _ = try index.write { writer throws(IndexError) in
            let raw = IndexedCompanion(
                name: FileName("1.nef"),
                format: .nef,
                stamp: FileStamp(size: 5, modificationTime: 6, changeTime: 7, inode: 8, birthTime: 9)
            )
            try writer.setCompanions([raw], of: assets[1].key, in: shelf.directory)
            _ = try writer.insertDirectory(
                root: shelf.root,
                parent: shelf.directory,
                name: FileName("below"),
                filesystem: shelf.filesystem,
                inode: 77,
                birthTime: 1
            )
        }
        #expect(try digest() == nil)
        #expect(try sumUp())
        var files = assets.map { ($0.name.display, $0.stamp) }
        files.append(
            ("1.nef", FileStamp(size: 5, modificationTime: 6, changeTime: 7, inode: 8, birthTime: 9))
        )
        #expect(try digest() == listed(files, [("below", 77)]))
        #expect(listed(files, [("below", 78)]) != listed(files, [("below", 77)]))
        #expect(listed(files.dropLast(), [("below", 77)]) != listed(files, [("below", 77)]))
    }

    @Test("is forgotten by whatever changes something in the directory", arguments: 0..<8)
    func forgotten(change: Int) throws {
        let asset = try add(1)
        let below = try index.write { writer throws(IndexError) in
            try writer.insertDirectory(
                root: shelf.root,
                parent: shelf.directory,
                name: FileName("below"),
                filesystem: shelf.filesystem,
                inode: 77,
                birthTime: 1
            )
        }.value
        try sumUp()
        #expect(try digest() != nil && digest(below) != nil)
        _ = try index.write { writer throws(IndexError) in
            switch change {
            case 0: try writer.setChangeTime(99, of: asset)
            case 1: try writer.setUnsettled(asset.name, inDirectory: shelf.directory)
            case 2: try writer.remove(asset)
            case 3:
                try writer.update(
                    asset,
                    record: .sample(nil),
                    marks: AssetMarks(),
                    at: shelf.place("1.jpg", in: below)
                )
            case 4:
                try writer.setIdentity(
                    ofDirectory: below,
                    filesystem: shelf.filesystem,
                    inode: 78,
                    birthTime: 2
                )
            case 5: try writer.removeDirectory(below)
            case 6:
                guard let directory = try writer.reader.directory(below) else { return }
                try writer.moveDirectory(
                    directory,
                    toRoot: shelf.root,
                    parent: shelf.directory,
                    name: FileName("other")
                )
            default:
                let sidecar = IndexedCompanion(
                    name: FileName("1.xmp"),
                    format: .xmpSidecar,
                    stamp: FileStamp(size: 5, modificationTime: 6, changeTime: 7, inode: 8, birthTime: 9)
                )
                try writer.setCompanions([sidecar], of: asset.key, in: shelf.directory)
            }
        }
        #expect(try digest() == nil)
        if change == 3 { #expect(try digest(below) == nil) }
        try sumUp()
        #expect(
            try digest()
                == index.read { reader throws(IndexError) in
                    try reader.digest(ofDirectory: shelf.directory).value
                }
        )
    }

    @Test("is kept when a photo is looked at or marked")
    func keptByMarks() throws {
        let asset = try add(1)
        try sumUp()
        let before = try digest()
        _ = try index.write { writer throws(IndexError) in _ = try writer.setViewed(asset, true) }
        #expect(try digest() == before && before != nil)
    }

    @Test("is not kept where something was written between the look and the sum")
    func overtaken() throws {
        try add(1)
        let isDone = try index.digestDirectories { body throws(IndexError) in
            // As another thread would, before this one has its turn.
            _ = try index.write { writer throws(IndexError) in
                try writer.insert(
                    id: .number(2),
                    record: .sample(nil),
                    marks: AssetMarks(),
                    at: shelf.place("2.jpg"),
                    created: 1
                )
            }
            return try index.write(body).value
        }
        #expect(try !isDone && digest() == nil)
        #expect(try sumUp() && digest() != nil)
    }

    @Test("says nothing of a directory in which a date is in the future")
    func mayExpire() throws {
        var record = AssetRecord.sample(nil)
        record.dateExpiry = 1 << 32
        _ = try index.write { [record] writer throws(IndexError) in
            _ = try writer.insert(
                id: .number(1),
                record: record,
                marks: AssetMarks(),
                at: shelf.place("1.jpg"),
                created: 1
            )
        }
        #expect(try sumUp())
        #expect(try digest() == 0)
    }

    @Test("many directories are summed up in several steps")
    func manySteps() throws {
        _ = try index.write { writer throws(IndexError) in
            for number in 0..<600 {
                _ = try writer.insertDirectory(
                    root: shelf.root,
                    parent: shelf.directory,
                    name: FileName("\(number)"),
                    filesystem: shelf.filesystem,
                    inode: UInt64(1000 + number),
                    birthTime: 1
                )
            }
        }
        var steps = 1
        while try !sumUp() { steps += 1 }
        #expect(steps > 2)
        #expect(
            try index.read { reader throws(IndexError) in try reader.undigestedDirectories(limit: 10) }
                .isEmpty
        )
    }
}
