import PhotoModel
import TestSupport
import Testing

@testable import GroupView

@Suite("A link's name")
struct LinkNameTests {
    @Test(
        "is the file's, or has a number before the extension",
        arguments: [
            ("IMG.jpg", 1, "IMG.jpg"), ("IMG.jpg", 2, "IMG-2.jpg"), ("IMG.jpg", 10, "IMG-10.jpg"),
            ("IMG-2.jpg", 2, "IMG-2-2.jpg"), ("a.b.jpg", 3, "a.b-3.jpg"), ("none", 2, "none-2"),
            (".hidden", 2, ".hidden-2"), ("end.", 2, "end-2."),
        ]
    )
    func numbered(file: String, number: Int, expected: String) {
        let name = LinkName.name(of: FileName(file), number: number)
        #expect(name == FileName(expected))
        #expect(LinkName.isName(name, of: FileName(file)))
    }

    @Test("is never longer than a name may be, and ends no character in the middle")
    func long() throws {
        let file = FileName(Array(String(repeating: "é", count: 125).utf8) + Array("x.jpg".utf8))
        #expect(file.bytes.count == 255)
        for number in [2, 10, 100, 1000] {
            let name = LinkName.name(of: file, number: number)
            #expect(name.bytes.count <= 255 && name.text?.hasSuffix("-\(number).jpg") == true)
            #expect(LinkName.isName(name, of: file))
        }
        let bare = FileName([UInt8](repeating: 0x61, count: 255))
        #expect(LinkName.name(of: bare, number: 2).bytes.count == 255)
    }

    @Test(
        "is not taken for that of another file",
        arguments: [
            ("IMG-1.jpg", "IMG.jpg"), ("IMG-02.jpg", "IMG.jpg"), ("IMG-2.JPG", "IMG.jpg"),
            ("IMG2.jpg", "IMG.jpg"),
            ("IMG-x.jpg", "IMG.jpg"), ("IMG.jpg", "IMG-2.jpg"), ("best.jpg", "IMG.jpg"),
            ("IMG-+2.jpg", "IMG.jpg"),
        ]
    )
    func others(link: String, file: String) {
        #expect(!LinkName.isName(FileName(link), of: FileName(file)))
    }

    @Test("of any bytes is what it was made of")
    func random() {
        var generator = SeededGenerator.fromEnvironment()
        print("seed \(generator.seed)")
        for _ in 0..<2000 {
            let file = FileName(
                [0x61] + generator.bytes(upTo: 254, from: [0x2E, 0x2D, 0x32, 0xC3, 0xA9, 0xFF, 0x0A, 0x61])
            )
            let names = (1...12).map { LinkName.name(of: file, number: $0) }
            // A very long one may end with a number itself, which then is the file's own name.
            #expect(Set(names.dropFirst()).count == 11, "\(file.bytes)")
            #expect(
                names.allSatisfy { $0.bytes.count <= 255 && LinkName.isName($0, of: file) },
                "\(file.bytes)"
            )
        }
    }
}
