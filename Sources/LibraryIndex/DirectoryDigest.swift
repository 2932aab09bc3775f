import CXXHash
import PhotoModel

/// A sum of all that a directory holds. The index keeps one of what it has; whoever lists a directory makes one of what is
/// there. Where both are the same nothing in it has changed, and what the index has need not be read.
///
/// Entries may come in any order: each is hashed (XXH3), and the hashes are added.
public struct DirectoryDigest: Sendable, Hashable {
    // What an index of another version has was made by other rules.
    private var sum = UInt64(IndexSchema.version)

    public init() {}

    /// What the index stores; never `never`.
    public var value: Int64 { sum == 0 ? 1 : Int64(bitPattern: sum) }

    /// Stands for a directory that is compared entry by entry each time.
    static let never: Int64 = 0

    public mutating func add(file name: FileName, _ stamp: FileStamp) {
        name.bytes.withUnsafeBytes { add($0, stamp) }
    }

    /// - Parameter inode: 0 where its number says nothing.
    public mutating func add(directory name: FileName, inode: UInt64) {
        name.bytes.withUnsafeBytes { add($0, Self.stamp(ofDirectory: inode)) }
    }

    mutating func add(_ name: UnsafeRawBufferPointer, _ stamp: FileStamp) {
        let numbers = (
            stamp.size, stamp.modificationTime, stamp.changeTime, Int64(bitPattern: stamp.inode),
            stamp.birthTime
        )
        let seed = withUnsafeBytes(of: numbers) { XXH3_64bits($0.baseAddress, $0.count) }
        sum &+= XXH3_64bits_withSeed(name.baseAddress, name.count, seed)
    }

    /// No file has its size.
    private static func stamp(ofDirectory inode: UInt64) -> FileStamp {
        FileStamp(size: .min, modificationTime: 0, changeTime: 0, inode: inode, birthTime: 0)
    }
}

extension IndexReader {
    /// Directories of which nothing is summed up since something of them was written; at most `limit`.
    public func undigestedDirectories(limit: Int) throws(IndexError) -> [Int64] {
        let statement = try connection.statement("SELECT id FROM directory WHERE digest IS NULL LIMIT ?1")
        statement.bind(Int64(limit), at: 1)
        var keys: [Int64] = []
        try statement.each("looking for digests") { row throws(IndexError) in keys.append(row.int(0)) }
        return keys
    }

    /// What `IndexedDirectory.digest` has to be, and of how many entries it is made.
    public func digest(ofDirectory key: Int64) throws(IndexError) -> (value: Int64, entries: Int) {
        var digest = DirectoryDigest()
        var entries = 0
        try stamps(inDirectory: key) { name, stamp, _, _ in
            digest.add(name, stamp)
            entries += 1
        }
        for child in try directories(inDirectory: key) {
            digest.add(directory: child.name, inode: child.inode)
            entries += 1
        }
        return (try mayExpire(inDirectory: key) ? DirectoryDigest.never : digest.value, entries)
    }

    /// Whether a file has to be read anew at some time, though nobody changes it.
    private func mayExpire(inDirectory key: Int64) throws(IndexError) -> Bool {
        let statement = try connection.statement(
            "SELECT 1 FROM asset WHERE directory = ?1 AND date_detail >= \(1 << DateDetail.expiryShift) LIMIT 1"
        )
        statement.bind(key, at: 1)
        return try statement.first("summing up a directory") { _ in true } ?? false
    }
}

extension IndexWriter {
    /// Keeps a directory's digest.
    public func setDigest(_ value: Int64, ofDirectory key: Int64) throws(IndexError) {
        let statement = try connection.statement("UPDATE directory SET digest = ?2 WHERE id = ?1")
        statement.bind(key, at: 1)
        statement.bind(value, at: 2)
        try statement.run("keeping a digest")
    }

    /// Something of a directory is written: called for each change of what `digest(ofDirectory:)` is made of.
    func forgetDigest(ofDirectory key: Int64) throws(IndexError) {
        guard key != 0, undigested.insert(key).inserted else { return }
        let statement = try connection.statement(
            "UPDATE directory SET digest = NULL WHERE id = ?1 AND digest IS NOT NULL"
        )
        statement.bind(key, at: 1)
        try statement.run("forgetting a digest")
    }

    /// The same for the directory that a directory lies in.
    func forgetDigest(around key: Int64) throws(IndexError) {
        guard let directory = try reader.directory(key) else { return }
        try forgetDigest(ofDirectory: directory.parent)
    }

    func forgetEveryDigest() throws(IndexError) {
        undigested.insert(0)
        try connection.statement("UPDATE directory SET digest = NULL WHERE digest IS NOT NULL")
            .run("forgetting digests")
    }
}
