import Files
import Glibc
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import Thumbnails

@Suite("The thumbnails that all programs share")
struct ThumbnailCacheTests {
    private let scratch: TemporaryFolder
    private let cache: ThumbnailCache

    init() throws {
        scratch = try TemporaryFolder()
        cache = ThumbnailCache(cacheHome: scratch.location + "cache", version: "1.2.3")
    }

    private func original(
        _ name: String = "a b.jpg",
        seconds: Int64 = 1_478_349_296,
        edge: Int64? = 4000
    ) -> ThumbnailOriginal {
        ThumbnailOriginal(
            path: FilePath("/photos/\(name)"),
            modificationTime: seconds * 1_000_000_000 + 123_456_789,
            size: 4711,
            format: .jpeg,
            width: edge,
            height: edge.map { $0 * 3 / 4 },
            duration: 12.4
        )
    }

    private func picture(_ edge: Int) -> [UInt8] { GreyPicture.png(edge: edge) }

    private func file(_ original: ThumbnailOriginal, _ folder: String = "normal") -> FilePath {
        (cache.folder + folder).appending(original.name.fileName)
    }

    private func texts(of path: FilePath) throws -> [String: String] {
        let bytes = try Disk.read(path)
        let texts = bytes.withUnsafeBytes { PNGPicture.texts(of: $0) }
        return Dictionary(
            uniqueKeysWithValues: texts.map {
                (String(decoding: $0.key, as: UTF8.self), String(decoding: $0.value, as: UTF8.self))
            }
        )
    }

    @Test("a picture that was kept is found, with what the standard wants said in it, for its user alone")
    func keeping() throws {
        let original = original()
        #expect(cache.thumbnail(of: original, .normal) == nil)
        let kept = try #require(try cache.keep(picture(128), of: original, .normal))
        #expect(kept == ThumbnailCache.Thumbnail(path: file(original), width: 128, height: 128))
        #expect(cache.thumbnail(of: original, .normal) == kept)
        #expect(cache.thumbnail(of: original, .large) == nil)
        #expect(
            try texts(of: kept.path) == [
                "Thumb::URI": "file:///photos/a%20b.jpg", "Thumb::MTime": "1478349296",
                "Thumb::Size": "4711", "photod::MTime": String(original.modificationTime),
                "Thumb::Mimetype": "image/jpeg", "Thumb::Image::Width": "4000",
                "Thumb::Image::Height": "3000",
                "Thumb::Movie::Length": "12", "Software": "photod",
            ]
        )
        #expect(try #require(Disk.status(kept.path)).st_mode & 0o777 == 0o600)
        for folder in [cache.folder, cache.folder + "normal"] {
            #expect(try #require(Disk.status(folder)).st_mode & 0o777 == 0o700)
        }
        #expect(try Disk.names(in: cache.folder + "normal").count == 1, "nothing else is left")
    }

    @Test("only the very second counts, and only the very URI")
    func validity() throws {
        _ = try cache.keep(picture(128), of: original(), .normal)
        #expect(cache.thumbnail(of: original(seconds: 1_478_349_297), .normal) == nil)
        #expect(cache.thumbnail(of: original(seconds: 1_478_349_295), .normal) == nil)
        // Another file's, by the same name.
        let other = original("other.jpg")
        try Disk.write(try Disk.read(file(original())), to: file(other))
        #expect(cache.thumbnail(of: other, .normal) == nil)
    }

    @Test("the seconds before 1970 are rounded as stat(2) does")
    func before1970() {
        let early = ThumbnailOriginal(
            path: FilePath("/a"),
            modificationTime: -1,
            size: 1,
            format: .jpeg
        )
        #expect(early.modificationSeconds == -1)
    }

    @Test(
        "of other programs' entries the pixels count",
        arguments: [
            (128, 4000, true), (127, 4000, true), (126, 4000, false), (64, 4000, false), (129, 4000, false),
            (100, 100, true), (100, nil, false), (128, nil, true),
        ] as [(Int, Int64?, Bool)]
    )
    func foreign(_ edge: Int, _ originalEdge: Int64?, _ isTaken: Bool) throws {
        let original = original(edge: originalEdge)
        let texts = original.texts("GNOME::ThumbnailFactory").filter { !$0.key.starts(with: "Thumb::I".utf8) }
        let entry = try #require(picture(edge).withUnsafeBytes { PNGPicture.picture($0, saying: texts) })
        try Disk.makeFolders(cache.folder + "normal")
        try Disk.write(entry, to: file(original))
        #expect((cache.thumbnail(of: original, .normal) != nil) == isTaken)
    }

    @Test("a RAW file's small preview is as good as any where photod made it")
    func smallPreview() throws {
        let original = original()
        #expect(try cache.keep(picture(100), of: original, .xLarge) != nil)
        #expect(cache.thumbnail(of: original, .xLarge)?.width == 100)
    }

    @Test("what is no picture, or too large a one, is not kept; nor is what a worker wrote beside the pixels")
    func untrustedPictures() throws {
        let original = original()
        for bytes in [
            [], Array("no picture".utf8), Array(picture(64).dropLast()), picture(129),
            PNGPicture.signature + PNGPicture.end,
        ] {
            #expect(try cache.keep(bytes, of: original, .normal) == nil)
        }
        #expect(cache.thumbnail(of: original, .normal) == nil)
        let lying = try #require(
            picture(128).withUnsafeBytes {
                PNGPicture.picture(
                    $0,
                    saying: [PNGText("Thumb::URI", "file:///etc/passwd".utf8), PNGText("a", "b".utf8)]
                )
            }
        )
        let kept = try #require(try cache.keep(lying + Array("behind".utf8), of: original, .normal))
        #expect(try texts(of: kept.path)["Thumb::URI"] == "file:///photos/a%20b.jpg")
        #expect(try texts(of: kept.path)["a"] == nil)
        #expect(try Disk.read(kept.path).suffix(12).elementsEqual(PNGPicture.end))
    }

    @Test("of any entry in the cache that is cut short or damaged nothing is believed")
    func damagedEntries() throws {
        let original = original()
        let whole = try Disk.read(try #require(try cache.keep(picture(128), of: original, .normal)).path)
        for length in 0..<whole.count {
            try Disk.write(Array(whole.prefix(length)), to: file(original))
            #expect(cache.thumbnail(of: original, .normal) == nil, "\(length) bytes")
        }
        var generator = SeededGenerator.fromEnvironment()
        for _ in 0..<2000 {
            var damaged = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                damaged[Int.random(in: 0..<400, using: &generator)] = UInt8.random(
                    in: 0...255,
                    using: &generator
                )
            }
            try Disk.write(damaged, to: file(original))
            if let found = cache.thumbnail(of: original, .normal) {
                #expect(max(found.width, found.height) <= 128)
            }
        }
    }

    @Test("a failure is remembered with its reason until the file changes, and forgotten when one is made")
    func failures() throws {
        let original = original()
        #expect(cache.failure(of: original) == nil)
        try cache.keepFailure(of: original, "the file is damaged")
        #expect(cache.failure(of: original) == "the file is damaged")
        #expect(cache.failure(of: self.original(seconds: 5)) == nil)
        #expect(Disk.isFile(file(original, "fail/photod-1.2.3")))
        let newer = ThumbnailCache(cacheHome: scratch.location + "cache", version: "1.2.4")
        #expect(newer.failure(of: original) == nil, "another version may do better")
        _ = try cache.keep(picture(128), of: original, .normal)
        #expect(cache.failure(of: original) == nil)
    }

    @Test("failures of other versions are removed with the first of this one, and nothing else beside them")
    func earlierFailures() throws {
        let original = original()
        let fail = cache.folder + "fail"
        for name in ["photod-1.2.2", "photod-1.2.1", "another-1.0"] {
            try Disk.makeFolders(fail + name)
            try Disk.write("", to: (fail + name).appending(original.name.fileName))
        }
        try Disk.write("", to: fail + "photod-1.2.1/notes")
        try Disk.makeSymbolicLink(fail + "photod-1", to: fail + "another-1.0")
        try cache.keepFailure(of: original, "the file is damaged")
        #expect(cache.failure(of: original) == "the file is damaged")
        #expect(
            try Disk.names(in: fail).map(\.display).sorted()
                == ["another-1.0", "photod-1", "photod-1.2.1", "photod-1.2.3"]
        )
        #expect(try Disk.names(in: fail + "photod-1.2.1").map(\.display) == ["notes"])
        #expect(Disk.isFile(file(original, "fail/another-1.0")))
    }

    @Test("the grey picture is made once, and is one")
    func placeholder() throws {
        let path = try cache.placeholder()
        #expect(path == scratch.location + "cache/photod/no-thumbnail.png")
        let bytes = try Disk.read(path)
        #expect(bytes.withUnsafeBytes { PNGPicture.size(of: $0)?.width } == 128)
        #expect(try cache.placeholder() == path)
    }

    @Test("thumbnails of all sizes go with an original that is renamed, whoever made them")
    func moving() throws {
        let old = original()
        _ = try cache.keep(picture(128), of: old, .normal)
        let foreign = try #require(
            picture(256).withUnsafeBytes { PNGPicture.picture($0, saying: old.texts("another")) }
        )
        try Disk.makeFolders(cache.folder + "large")
        try Disk.write(foreign, to: file(old, "large"))
        try cache.keepFailure(of: old, "once")

        let new = original("new (1).jpg")
        try cache.move(old.name, to: new.path)
        #expect(cache.thumbnail(of: new, .normal)?.width == 128)
        #expect(cache.thumbnail(of: new, .large)?.width == 256)
        #expect(try texts(of: file(new, "large"))["Software"] == "another")
        #expect(try texts(of: file(new, "large"))["Thumb::URI"] == "file:///photos/new%20(1).jpg")
        for folder in ["normal", "large", "fail/photod-1.2.3"] {
            #expect(!Disk.isFile(file(old, folder)), "\(folder)")
        }
    }

    @Test("where there is one at the new place nobody knows of which photo it is: both go, to be drawn again")
    func movingOntoAnother() throws {
        let (old, new) = (original(), original("new.jpg"))
        for size in [ThumbnailSize.normal, .large] {
            _ = try cache.keep(picture(100), of: new, size)
        }
        _ = try cache.keep(picture(128), of: old, .normal)
        try cache.keepFailure(of: new, "once")
        try cache.move(old.name, to: new.path)
        for size in ThumbnailSize.allCases {
            #expect(cache.thumbnail(of: new, size) == nil)
            #expect(cache.thumbnail(of: old, size) == nil)
        }
        #expect(cache.failure(of: new) == nil)
    }

    @Test(
        "a file that is replaced within a second, or is of another length, has another thumbnail and another failure"
    )
    func sameSecond() throws {
        func original(_ time: Int64, _ size: Int64) -> ThumbnailOriginal {
            ThumbnailOriginal(
                path: FilePath("/photos/a.jpg"),
                modificationTime: 1_478_349_296_000_000_000 + time,
                size: size,
                format: .jpeg
            )
        }
        let first = original(100_000_000, 4711)
        _ = try cache.keep(picture(128), of: first, .normal)
        try cache.keepFailure(of: first, "damaged")
        #expect(cache.thumbnail(of: first, .normal) != nil && cache.failure(of: first) != nil)
        for other in [original(900_000_000, 4711), original(100_000_000, 4712)] {
            #expect(cache.thumbnail(of: other, .normal) == nil && cache.failure(of: other) == nil)
        }
    }

    @Test(
        "a file that is written to and keeps its length and its time has another thumbnail, by what it begins with"
    )
    func sameTime() throws {
        func original(_ fingerprint: Fingerprint?, _ name: String = "a.jpg") -> ThumbnailOriginal {
            ThumbnailOriginal(
                path: FilePath("/photos/\(name)"),
                modificationTime: 1_478_349_296_000_000_000,
                size: 4711,
                fingerprint: fingerprint,
                format: .jpeg
            )
        }
        let (first, second) = (Fingerprint(high: 1, low: 2), Fingerprint(high: 1, low: 3))
        _ = try cache.keep(picture(128), of: original(first), .normal)
        try cache.keepFailure(of: original(first), "damaged")
        #expect(try texts(of: file(original(first)))["photod::Fingerprint"] == "\(first)")
        #expect(
            cache.thumbnail(of: original(first), .normal) != nil && cache.failure(of: original(first)) != nil
        )
        #expect(
            cache.thumbnail(of: original(second), .normal) == nil
                && cache.failure(of: original(second)) == nil
        )
        // Where nobody knows what it holds, its time has to do, as it does with what others have made.
        #expect(cache.thumbnail(of: original(nil), .normal) != nil)
        try cache.move(original(first).name, to: FilePath("/photos/b.jpg"))
        #expect(cache.thumbnail(of: original(first, "b.jpg"), .normal) != nil)
        #expect(cache.thumbnail(of: original(second, "b.jpg"), .normal) == nil)
        _ = try cache.keep(picture(128), of: original(nil), .normal)
        #expect(cache.thumbnail(of: original(second), .normal) != nil)
    }

    @Test("files in the cache are known by whatever path leads there")
    func containing() throws {
        let real = scratch.location + "real"
        try Disk.makeFolder(real)
        try Disk.makeSymbolicLink(scratch.location + "link", to: real)
        for home in [scratch.location + "link", scratch.location + "link/../real"] {
            let cache = ThumbnailCache(cacheHome: home, version: "1")
            for folder in [home, real] {
                #expect(cache.contains(folder + "thumbnails/normal/a.png"))
                #expect(cache.contains(folder + "photod/no-thumbnail.png"))
                #expect(!cache.contains(folder + "thumb/a.png"))
            }
        }
    }

    @Test("with an original that is gone its thumbnails go, and no others")
    func removing() throws {
        let (old, other) = (original(), original("other.jpg"))
        for size in ThumbnailSize.allCases {
            _ = try cache.keep(picture(100), of: old, size)
            _ = try cache.keep(picture(100), of: other, size)
        }
        #expect(cache.remove(old.name) { _ in true })
        for size in ThumbnailSize.allCases {
            #expect(cache.thumbnail(of: old, size) == nil)
            #expect(cache.thumbnail(of: other, size) != nil)
            #expect(try Disk.names(in: cache.folder + size.rawValue).count == 1)
        }
    }

    @Test("thumbnails of a file that is still there stay, though it is in no library any more")
    func leaving() throws {
        var asked: [FilePath] = []
        let file = scratch.location + "ä (1).jpg"
        try Disk.write("photo", to: file)
        let original = ThumbnailOriginal(path: file, modificationTime: 5, size: 5, format: .jpeg)
        _ = try cache.keep(picture(128), of: original, .normal)
        let isSettled = cache.remove(original.name) { path in
            asked.append(path)
            return false
        }
        #expect(isSettled && asked == [file])
        #expect(cache.thumbnail(of: original, .normal) != nil)
        #expect(!cache.remove(original.name) { _ in nil })
        #expect(cache.remove(original.name) { _ in true })
        #expect(cache.thumbnail(of: original, .normal) == nil)
    }

    @Test("what a killed photod had not written to its end goes in time, and what others write stays")
    func drafts() throws {
        let folder = cache.folder + "normal"
        try Disk.makeFolders(folder)
        for name in [".photod-1-1.tmp", ".photod-old.tmp", ".other-old.tmp"] {
            try Disk.write("half", to: folder + name)
            if name.contains("old") { try Disk.setTime(folder + name, seconds: 1_478_349_296) }
        }
        let thumbnail = try #require(try cache.keep(picture(128), of: original(), .normal))
        let left = try Disk.names(in: folder).filter { $0 != thumbnail.path.lastName }.map(\.display)
        #expect(left.sorted() == [".other-old.tmp", ".photod-1-1.tmp"])
    }

    @Test("whatever call fails, nothing is left but what was there, or what was to be")
    func refusals() throws {
        let original = original()
        for count in 0..<8 {
            let gate = CountingGate(failingAfter: count)
            let scratch = try TemporaryFolder()
            let cache = ThumbnailCache(cacheHome: scratch.location, version: "1", gate: gate.gate)
            let kept = try? cache.keep(picture(128), of: original, .normal)
            #expect((cache.thumbnail(of: original, .normal) != nil) == (kept != nil), "\(count)")
        }
    }
}

/// Refuses every change from the nth on, as a full disk does.
private final class CountingGate: Sendable {
    private let left: Mutex<Int>

    init(failingAfter count: Int) { left = Mutex(count) }

    var gate: ChangeGate {
        ChangeGate { [self] _ in
            left.withLock { left in
                left -= 1
                return left < 0 ? ENOSPC : 0
            }
        }
    }
}
