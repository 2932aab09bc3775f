import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import GroupView

@Suite("The way from a view to the files")
struct LinkBaseTests {
    @Test(
        "is relative and has our mark",
        arguments: [
            ("/home/anna/Groups", "/home/anna/Pictures", "./../../Pictures/a.jpg"),
            ("/home/anna/Pictures/Groups", "/home/anna/Pictures", "./../../a.jpg"),
            ("/srv/view", "/media/disk/photos", "./../../../media/disk/photos/a.jpg"),
            ("/view", "/photos", "./../../photos/a.jpg"),
            ("/view", "/viewed", "./../../viewed/a.jpg"),
        ]
    )
    func target(view: String, root: String, expected: String) {
        let base = LinkBase(view: FilePath(view), root: FilePath(root))
        let target = base.target(of: Array("a.jpg".utf8))
        #expect(String(decoding: target, as: UTF8.self) == expected)
        #expect(LinkBase.isMarked(target))
        #expect(base.path(of: target) == Array("a.jpg".utf8))
    }

    @Test("leads the kernel to the file, wherever the two are")
    func leadsToTheFile() throws {
        var generator = SeededGenerator.fromEnvironment()
        print("seed \(generator.seed)")
        let scratch = try TemporaryFolder()
        for round in 0..<50 {
            func folder() -> FilePath {
                (0..<(1 + generator.below(4))).reduce(scratch.location + "\(round)") { path, _ in
                    path + (generator.pick(["a", "b", "ab"]) ?? "a")
                }
            }
            let (root, view) = (folder(), folder() + "view")
            try Disk.makeFolders(view + "Group")
            try Disk.makeFolders(root)
            try Disk.write("\(round)", to: root + "x")
            let base = LinkBase(view: view, root: root)
            let link = view + "Group" + "link"
            try Disk.makeSymbolicLink(link, to: FilePath(base.target(of: Array("x".utf8))))
            #expect(String(decoding: try Disk.read(link), as: UTF8.self) == "\(round)")
        }
    }

    @Test("knows links that lead elsewhere, and those of others")
    func elsewhere() {
        let base = LinkBase(view: FilePath("/home/anna/Groups"), root: FilePath("/home/anna/Pictures"))
        for other in [
            "./../../Pictures", "./../../Pictures/", "./../../Pictures2/a.jpg", "../../Pictures/a.jpg", "",
        ] {
            #expect(base.path(of: Array(other.utf8)) == nil)
        }
        for other in ["../../Pictures/a.jpg", "/home/anna/Pictures/a.jpg", "./a.jpg", ".", "", ".//../a"] {
            #expect(!LinkBase.isMarked(Array(other.utf8)))
        }
    }
}
