import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

extension TemporaryFolder {
    var directory: FilePath { FilePath(path) }

    func open() throws -> LibraryIndex { try LibraryIndex(folder: directory) }

    /// The database's files as they are now, in a fresh folder: what a stop without closing leaves behind.
    func copyOfIndex() throws -> TemporaryFolder {
        let copy = try TemporaryFolder()
        for name in ["index.sqlite", "index.sqlite-wal"] {
            try copy.put(name, try read(name))
        }
        return copy
    }

    func read(_ name: String) throws -> [UInt8] {
        let descriptor = Glibc.open(path(name), O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            try #require(count >= 0)
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: piece[..<count])
        }
    }

    func put(_ name: String, _ bytes: [UInt8]) throws {
        let descriptor = Glibc.open(path(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }

    func exists(_ name: String) -> Bool { access(path(name), F_OK) == 0 }
}

/// A root with one directory to put assets into.
struct Shelf {
    let root: Int64
    let directory: Int64
    let filesystem: Int64

    /// One in an index in a folder of its own.
    static func opened() throws -> (TemporaryFolder, LibraryIndex, Shelf) {
        let folder = try TemporaryFolder()
        let index = try folder.open()
        return (folder, index, try Shelf(index))
    }

    init(_ index: LibraryIndex, name: String = "photos") throws {
        self = try index.write { writer throws(IndexError) in try Shelf(writer, name: name) }.value
    }

    init(_ writer: IndexWriter, name: String) throws(IndexError) {
        root = try writer.ensureRoot(name: name, path: FilePath("/" + name))
        filesystem = try writer.ensureFilesystem("uuid:" + name, formerly: [])
        directory = try writer.insertDirectory(
            root: root,
            parent: 0,
            name: FileName([]),
            filesystem: filesystem,
            inode: UInt64(root),
            birthTime: 1
        )
    }

    func place(_ name: String) -> AssetPlace {
        AssetPlace(directory: directory, root: root, filesystem: filesystem, name: FileName(name))
    }

    func place(_ name: String, in directory: Int64) -> AssetPlace {
        AssetPlace(directory: directory, root: root, filesystem: filesystem, name: FileName(name))
    }
}

extension AssetRecord {
    static func sample(
        _ time: LocalTime?,
        type: AssetType = .photo,
        group: String? = nil,
        inode: UInt64 = 1
    ) -> AssetRecord {
        var record = AssetRecord(
            type: type,
            format: type == .photo ? .jpeg : .mp4,
            stamp: FileStamp(size: 10, modificationTime: 20, changeTime: 30, inode: inode, birthTime: 40)
        )
        record.date = time.map { CaptureDate(localTime: $0, source: .exifOriginal) }
        record.describedGroup = group
        record.description = group
        return record
    }
}

extension AssetID {
    static func number(_ number: Int) -> AssetID { AssetID(high: 0, low: UInt64(number)) }
}

func date(_ year: Int, _ month: Int, _ day: Int = 1, second: Int = 0, microsecond: Int = 0) throws
    -> LocalTime
{
    try #require(LocalTime(year: year, month: month, day: day, second: second, microsecond: microsecond))
}

func month(_ text: String) throws -> MonthKey { try #require(MonthKey(text)) }

extension LibraryIndex {
    /// Adds an asset of its own transaction.
    @discardableResult
    func add(
        _ number: Int,
        _ time: LocalTime?,
        at place: AssetPlace,
        type: AssetType = .photo
    ) throws -> CommittedChanges {
        try write { writer throws(IndexError) in
            try writer.insert(
                id: .number(number),
                record: .sample(time, type: type),
                marks: AssetMarks(),
                at: place,
                created: 1
            )
        }.committed
    }

    func asset(_ number: Int) throws -> IndexedAsset? {
        try read { reader throws(IndexError) in try reader.asset(.number(number)) }
    }

    func changes(
        since clock: Clock,
        limit: Int? = nil
    ) throws -> (lines: [AssetChange], summary: ChangeSummary) {
        var lines: [AssetChange] = []
        let summary = try read { reader throws(IndexError) in
            try reader.changes(since: clock, limit: limit) { lines.append($0) }
        }
        return (lines, summary)
    }

    func ids(_ query: PageQuery) throws -> (ids: [AssetID], summary: PageSummary) {
        var ids: [AssetID] = []
        let summary = try read { reader throws(IndexError) in
            try reader.page(query) { item throws(IndexError) in ids.append(try item.id) }
        }
        return (ids, summary)
    }
}
