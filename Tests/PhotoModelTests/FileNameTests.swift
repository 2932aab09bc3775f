import PhotoModel
import Testing

@Suite("File names and paths")
struct FileNameTests {
    @Test(
        "have the extension behind their last dot",
        arguments: [
            ("a.jpg", 2), ("a.b.jpg", 4), ("a.", 2), ("..jpg", 2), (".jpg", nil), ("a", nil), ("", nil),
        ] as [(String, Int?)]
    )
    func extensions(name: String, start: Int?) {
        #expect(FileName(name).extensionStart == start)
    }

    @Test(
        "tell their format by the extension in any case",
        arguments: [
            ("a.JPG", .jpeg), ("a.jpeg", .jpeg), ("a.HEIC", .heif), ("a.Cr2", .cr2), ("a.3fr", .otherRAW),
            ("a.m2ts", .mpegTS),
            ("a.jpg.xmp", .xmpSidecar), ("A.AAE", .aaeSidecar), ("a.txt", nil), ("a.jpgx", nil), ("jpg", nil),
            (".jpg", nil),
            ("a.j", nil), ("a.jpé", nil),
        ] as [(String, FileFormat?)]
    )
    func formats(name: String, format: FileFormat?) {
        #expect(FileName(name).format == format)
    }

    @Test("have formats whose extensions lead back to them", arguments: FileFormat.allCases)
    func extensionsRoundTrip(format: FileFormat) {
        for text in format.extensions {
            #expect(FileFormat(extension: text.utf8) == format)
            #expect(FileFormat(extension: text.uppercased().utf8) == format)
        }
        #expect(!format.extensions.isEmpty)
        #expect(format.assetType == (format.kind == .sidecar ? nil : format.kind == .video ? .video : .photo))
    }

    @Test("that are no text are shown, not lost")
    func invalid() {
        let name = FileName([0xFF, 0x61])
        #expect(name.text == nil && name.display == "\u{FFFD}a" && !name.isHidden)
        #expect(FileName(".a").isHidden)
        #expect(FileName("a") < name && FileName("a") < FileName("aa"))
    }

    @Test("join into paths that know what lies inside")
    func paths() {
        let root = FilePath("/photos")
        #expect(root.appending(FileName("a.jpg")) == FilePath("/photos/a.jpg"))
        #expect(FilePath("/").appending(FileName("a.jpg")) == FilePath("/a.jpg"))
        #expect(FilePath("/photos/a").isInside(root) && root.isInside(root) && root.isInside(FilePath("/")))
        #expect(!FilePath("/photos2").isInside(root) && !root.isInside(FilePath("/photos/a")))
        #expect(FilePath("/a\u{e9}").withCString { String(cString: $0) } == "/a\u{e9}")
    }
}

@Suite("Percent-encoding")
struct PercentEncodingTests {
    @Test(
        "leaves only what RFC 3986 lets stand",
        arguments: [
            ("/a/B9-._~", "/a/B9-._~"), ("a b", "a%20b"), ("é", "%C3%A9"), ("100%", "100%25"),
            ("a\nb?#", "a%0Ab%3F%23"),
        ]
    )
    func encode(text: String, expected: String) {
        #expect(PercentEncoding.encode(text.utf8) == expected)
    }

    @Test("is exact for every byte that a name may hold")
    func everyByte() {
        let bytes = Array(UInt8(1)...255)
        #expect(PercentEncoding.decode(PercentEncoding.encode(bytes).utf8) == bytes)
    }

    @Test("refuses broken escapes and NUL", arguments: ["%", "%4", "%4G", "a%", "%00", "a\0"])
    func refuse(text: String) {
        #expect(PercentEncoding.decode(text.utf8) == nil)
    }

    @Test("takes escapes in either case")
    func eitherCase() {
        #expect(PercentEncoding.decode("%c3%A9".utf8) == Array("é".utf8))
    }
}

@Suite("Stored and spoken values")
struct StoredValueTests {
    @Test("have names that tell them apart")
    func names() {
        #expect(Set(DateSource.allCases.map { "\($0.name)" }).count == DateSource.allCases.count)
        #expect(Set(UnreadableReason.allCases.map { "\($0.name)" }).count == UnreadableReason.allCases.count)
    }

    @Test("keep the numbers that indexes hold")
    func rawValues() {
        #expect(DateSource(rawValue: 0) == DateSource.none && DateSource(rawValue: 30) == .fileName)
        #expect(FileFormat(rawValue: 1) == .jpeg && FileFormat(rawValue: 61) == .quickTime)
        #expect(UnreadableReason(rawValue: 5) == .crashedReader && DatePrecision(rawValue: 3) == .day)
        #expect(AssetType(rawValue: 1) == .video && AssetChange.Kind(rawValue: 2) == .deleted)
    }

    @Test("sum up a month")
    func summary() {
        #expect(MonthSummary(month: .undated, photoCount: 45, videoCount: 2).totalCount == 47)
    }
}
