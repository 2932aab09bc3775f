import Files
import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import Previews

@Suite("The cache of previews")
struct PreviewCacheTests {
    private let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private func key(_ number: UInt64, edge: UInt16 = 64, format: PreviewFormat = .jpeg) -> PreviewKey {
        PreviewKey(
            source: .content(Fingerprint(high: 1, low: number)),
            size: 1000,
            original: .jpeg,
            edge: edge,
            format: format
        )
    }

    /// A JPEG as far as the cache looks at it, of so many bytes.
    private func jpeg(width: UInt8 = 40, height: UInt8 = 30, length: Int = 100) -> [UInt8] {
        let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, height, 0, width, 1, 1, 0x11, 0]
        return head + [UInt8](repeating: 7, count: length - head.count - 2) + [0xFF, 0xD9]
    }

    private func keep(_ bytes: [UInt8], _ cache: PreviewCache, _ key: PreviewKey) throws
        -> PreviewCache.Preview?
    {
        let draft = try cache.draft()
        try draft.write(bytes)
        return try cache.keep(draft, as: key)
    }

    @Test("what is kept is found again by another daemon, and is the user's alone")
    func keeping() throws {
        let cache = PreviewCache(cacheHome: scratch.location + "cache")
        #expect(cache.preview(key(1)) == nil)
        let kept = try #require(try keep(jpeg(), cache, key(1)))
        #expect(kept.width == 40 && kept.height == 30)
        #expect(PreviewCache(cacheHome: scratch.location + "cache").preview(key(1)) == kept)
        #expect(cache.preview(key(2)) == nil && cache.preview(key(1, edge: 65)) == nil)
        #expect(cache.preview(key(1, format: .png)) == nil)
        #expect(try Disk.read(kept.path) == jpeg())
        #expect(Disk.status(kept.path).map { $0.st_mode & 0o777 } == 0o600)
        #expect(Disk.status(cache.folder).map { $0.st_mode & 0o777 } == 0o700)
        #expect(try Disk.names(in: cache.folder) == [key(1).fileName])
    }

    @Test("what is no picture, has no end or is larger than it may be is neither kept nor found")
    func damage() throws {
        let cache = PreviewCache(cacheHome: scratch.location)
        let bad: [[UInt8]] = [
            [], Array("no picture, and long enough to be one".utf8), Array(jpeg().dropLast()),
            jpeg(width: 65), jpeg(height: 0), [0xFF, 0xD8, 0xFF, 0xE0, 0, 0] + jpeg().suffix(30),
        ]
        for bytes in bad { #expect(try keep(bytes, cache, key(1)) == nil) }
        #expect(try Disk.names(in: cache.folder).isEmpty)
        let kept = try #require(try keep(jpeg(), cache, key(1)))
        for length in [0, 1, 50, 99] {
            try Disk.write(Array(jpeg().prefix(length)), to: kept.path)
            #expect(cache.preview(key(1)) == nil)
        }
        try Disk.write(Array(jpeg().prefix(50)) + [UInt8](repeating: 0, count: 50), to: kept.path)
        #expect(cache.preview(key(1)) == nil)
        #expect(try keep(jpeg(), cache, key(1)) == kept && cache.preview(key(1)) == kept)
    }

    @Test("an entry that was used within the hour keeps its times, by which browsers know it")
    func timesKept() throws {
        let cache = PreviewCache(cacheHome: scratch.location)
        let kept = try #require(try keep(jpeg(), cache, key(1)))
        let before = try #require(Disk.status(kept.path)).st_ctim
        #expect(cache.preview(key(1)) == kept)
        let after = try #require(Disk.status(kept.path)).st_ctim
        #expect(before.tv_sec == after.tv_sec && before.tv_nsec == after.tv_nsec)
    }

    @Test("beyond the bound the entries go that were not asked for longest, and the new one stays")
    func bound() throws {
        let cache = PreviewCache(cacheHome: scratch.location, limit: 10_000)
        for number in 1...10 {
            let kept = try #require(try keep(jpeg(length: 1000), cache, key(UInt64(number))))
            try Disk.setTime(kept.path, seconds: 1_600_000_000 + number)
        }
        // Asked for now, so it is not the oldest any more.
        #expect(cache.preview(key(1)) != nil)
        #expect(try keep(jpeg(length: 1000), cache, key(11)) != nil)
        let there = (1...11).filter { cache.preview(key(UInt64($0))) != nil }
        #expect(there == [1, 4, 5, 6, 7, 8, 9, 10, 11])
        // One that begins anew adds up what is there.
        let other = PreviewCache(cacheHome: scratch.location, limit: 5_000)
        #expect(try keep(jpeg(length: 1000), other, key(12)) != nil)
        #expect(try Disk.names(in: other.folder).count == 4 && other.preview(key(12)) != nil)
    }

    @Test("what another daemon adds to the folder counts before as much again was added here")
    func sharedFolder() throws {
        let cache = PreviewCache(cacheHome: scratch.location, limit: 20_000)
        let other = PreviewCache(cacheHome: scratch.location, limit: 1_000_000)
        #expect(try keep(jpeg(length: 1000), cache, key(1)) != nil)
        for number in 2...40 { #expect(try keep(jpeg(length: 1000), other, key(UInt64(number))) != nil) }
        for number in 41...43 { #expect(try keep(jpeg(length: 1000), cache, key(UInt64(number))) != nil) }
        #expect(try Disk.names(in: cache.folder).count <= 20)
    }

    @Test("all that decides about a preview is in its name")
    func names() {
        let stamp = FileStamp(size: 1000, modificationTime: 5, changeTime: 6, inode: 7, birthTime: 8)
        var touched = stamp
        touched.changeTime = 9
        let (id, other) = (AssetID(high: 1, low: 2), AssetID(high: 1, low: 3))
        let sources: [PreviewSource] = [
            .content(Fingerprint(high: 1, low: 2)), .content(Fingerprint(high: 2, low: 1)), .file(id, stamp),
            .file(id, touched), .file(other, stamp),
        ]
        var names = Set<FileName>()
        for source in sources {
            for size in [Int64(1), 1000] {
                for original in [FileFormat.tiff, .nef] {
                    for edge in [UInt16(1), 65_500] {
                        for format in PreviewFormat.allCases {
                            let key = PreviewKey(
                                source: source,
                                size: size,
                                original: original,
                                edge: edge,
                                format: format
                            )
                            #expect(key.fileName.bytes.count < 200)
                            names.insert(key.fileName)
                        }
                    }
                }
            }
        }
        #expect(names.count == 5 * 16)
    }
}
