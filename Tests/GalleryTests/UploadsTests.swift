import Files
import Glibc
import LineProtocol
import NIOCore
import PhotoModel
import TestSupport
import Testing

@testable import Gallery

@Suite("Uploads and what becomes of them")
struct UploadsTests {
    @Test(
        "what an import has left goes, but nothing that came or changed while it ran, and nothing from elsewhere"
    )
    func discarding() throws {
        let scratch = try TemporaryFolder()
        let uploads = Uploads(place: scratch.location("uploads"))
        let set = uploads.place + "0123456789abcdef"
        try Disk.makeFolders(set)
        for name in ["left.jpg", "left.jpg.xmp", "lonely.XMP", "changed.jpg"] {
            try Disk.write("sent", to: set + name)
        }
        let foreign = scratch.location("elsewhere.jpg")
        try Disk.write("the user's", to: foreign)
        let files = uploads.files(named: [
            set.display, (set + "lonely.XMP").display, foreign.display, (set + "../../elsewhere.jpg").display,
        ])
        try Disk.write("other bytes", to: set + "changed.jpg")
        try Disk.write("sent later", to: set + "late.jpg")
        uploads.discard(files)
        // Of sidecars an import does not say whether they are in the library.
        let kept: Set = ["left.jpg.xmp", "lonely.XMP", "changed.jpg", "late.jpg"]
        #expect(Set(try Disk.names(in: set).map(\.display)) == kept)
        #expect(Disk.isFile(foreign))
    }

    @Test("what is sent has the mode that the umask gives, in a folder that is the user's alone")
    func mode() throws {
        let scratch = try TemporaryFolder()
        let upload = try Uploads(place: scratch.location("uploads")).begin(
            FileName("a.jpg"),
            in: nil,
            size: nil
        )
        try upload.finish()
        // As any program makes one.
        let usual = scratch.location("usual")
        close(usual.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666) })
        #expect(Disk.status(upload.path)?.st_mode == Disk.status(usual)?.st_mode)
        for folder in [upload.path.parent, upload.path.parent.parent] {
            #expect(Disk.status(folder).map { $0.st_mode & 0o777 } == 0o700)
        }
    }

    @Test("a file has its name only when it is whole, and of two of one name the first that is whole has it")
    func names() throws {
        let scratch = try TemporaryFolder()
        let uploads = Uploads(place: scratch.location("uploads"))
        let name = FileName(String(repeating: "a", count: 251) + ".nef")
        let first = try uploads.begin(name, in: nil, size: nil)
        let second = try uploads.begin(name, in: first.set, size: nil)
        try first.write([1], at: 0)
        try second.write([2], at: 0)
        let set = first.path.parent
        #expect(try Disk.names(in: set).count == 2)
        #expect(try Disk.names(in: set).allSatisfy { $0.isHidden && $0.format == nil })
        #expect(uploads.files(named: [set.display]).isEmpty)
        try second.finish()
        #expect(throws: Uploads.Failure.taken) { try first.finish() }
        #expect(throws: Uploads.Failure.taken) { try uploads.begin(name, in: first.set, size: nil) }
        first.remove()
        #expect(try Disk.names(in: set) == [name])
        #expect(try Disk.read(set + name.display) == [2])
    }

    @Test(
        "a file that the disk does not keep is not taken, and nothing of it stays",
        arguments: [
            (.syncContent, EIO, .system), (.syncContent, ENOSPC, .tooLarge), (.rename, EIO, .system),
            (.syncFolder, EIO, .system),
        ] as [(ChangePoint, Int32, ReplyCode)]
    )
    func unkept(_ point: ChangePoint, _ error: Int32, _ code: ReplyCode) async throws {
        let scratch = try TemporaryFolder()
        let uploads = Uploads(
            place: scratch.location("uploads"),
            gate: ChangeGate { $0 == point ? error : 0 }
        )
        let answer = UploadAnswer(uploads: uploads, threads: FileThreads(count: 1), isReadOnly: false)
        let request = PageRequest(
            head: .init(method: .post, scheme: nil, authority: nil, path: nil),
            body: .init(
                buffer: ByteBuffer(bytes: [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 64))
            )
        )
        let target = try #require(RequestTarget("/upload?name=a.jpg"))
        let refusal = await #expect(throws: Refusal.self) { try await answer.response(to: request, target) }
        #expect(refusal?.code == code.rawValue)
        #expect(try Disk.names(in: uploads.place).isEmpty)
    }

    @Test(
        "a sidecar begins like XML, or as a property list of Apple's",
        arguments: [
            ("a.xmp", Array("<?xpacket".utf8), true), ("a.xmp", Array("\u{FEFF} \r\n\t<x/>".utf8), true),
            ("a.xmp", [0xFF, 0xFE, 0x3C, 0, 0x78, 0], true), ("a.jpg.XMP", Array("hello".utf8), false),
            ("a.xmp", [], false), ("a.xmp", [0xFF, 0xD8, 0xFF, 0xE0], false),
            ("a.xmp", Array("bplist00".utf8), false),
            ("A.AAE", Array("bplist00".utf8), true), ("A.AAE", Array("<plist/>".utf8), true),
            ("A.AAE", Array("hello".utf8), false),
        ] as [(String, [UInt8], Bool)]
    )
    func sidecars(_ name: String, _ bytes: [UInt8], _ isTaken: Bool) {
        var kind = UploadKind(FileName(name))
        #expect((kind.takes(bytes, isEnd: false) && kind.takes([], isEnd: true)) == isTaken)
    }

    @Test(
        "only after an import without any error",
        arguments: [
            (#"{"batch":"20261121-0001","ok":1,"unchanged":1,"errors":0}"#, true),
            (#"{"batch":"20261121-0001","ok":1,"unchanged":1,"errors":2}"#, false), (#"{"ok":1}"#, false),
            ("", false),
        ]
    )
    func sums(_ line: String, _ mayGo: Bool) {
        #expect(Uploads.mayGo(after: Array(line.utf8)) == mayGo)
    }
}
