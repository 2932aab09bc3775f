import FolderWatch
import PhotoModel
import TestSupport
import Testing

@testable import Roots

@Suite("The network mount that a link leads into")
struct NetworkMountsTests {
    private let folder: TemporaryFolder
    private let root: FilePath

    init() throws {
        folder = try TemporaryFolder()
        for name in ["root/sub", "nas/way", "disk"] { try Disk.makeFolders(folder.location(name)) }
        root = folder.location("root")
        try Disk.makeSymbolicLink(folder.location("way"), to: FilePath("nas"))
    }

    private func mounts(_ extra: String = "") -> NetworkMounts {
        let lines = """
            1 0 8:1 / / rw - ext4 /dev/sda rw
            2 1 8:2 / \(folder.path("disk")) rw - ext4 /dev/sdb rw
            3 1 0:9 / \(folder.path("nas")) rw - nfs4 server:/ rw
            \(extra)
            """
        return NetworkMounts(MountTable(parsing: Array(lines.utf8)))
    }

    private func mount(behind text: String) throws -> FilePath? {
        let link = root.appending(FileName("link"))
        try Disk.makeSymbolicLink(link, to: FilePath(text))
        return mounts().mount(behind: link)
    }

    @Test(
        "is found up, across and through other links, whether or not it answers",
        arguments: ["../nas", "../nas/gone/far", "./sub/../../way", "../way/x", "sub/../.././/nas/way/"]
    )
    func found(text: String) throws {
        #expect(try mount(behind: text) == folder.location("nas"))
    }

    @Test("is found where the link is absolute")
    func absolute() throws {
        #expect(try mount(behind: folder.path("way") + "/photos") == folder.location("nas"))
    }

    @Test(
        "is none of a disk, nor of nothing, nor of a circle",
        arguments: ["../disk", "gone", "link", "/", ".."]
    )
    func none(text: String) throws {
        #expect(try mount(behind: text) == nil)
    }

    @Test("is none where the link itself lies on it")
    func own() throws {
        let line = "4 1 0:10 / \(root.display) rw - nfs4 server:/root rw"
        let link = root.appending(FileName("link"))
        try Disk.makeSymbolicLink(link, to: FilePath(folder.path("root/sub")))
        #expect(mounts(line).mount(behind: link) == nil)
    }

    @Test("is the one that a folder is")
    func mountPoint() {
        #expect(mounts().mount(behind: folder.location("nas")) == folder.location("nas"))
    }
}
