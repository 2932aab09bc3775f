import PhotoClient
import TestSupport
import Testing

@testable import photoctl

@Suite("The library's folders, where pictures are written")
struct LibraryFoldersTests {
    @Test(
        "keep their files, by whatever link they are named, wherever they are",
        arguments: [("online", true), ("polled", true), ("offline", false)]
    )
    func links(_ state: String, _ isAsked: Bool) throws {
        let scratch = try TemporaryFolder()
        let (folder, link) = (scratch.location("photos"), scratch.location("link"))
        try Disk.makeFolder(folder)
        try Disk.makeSymbolicLink(link, to: folder)
        try Disk.write("a photo", to: folder + "1.jpg")
        let daemon = try FakeDaemon { peer in
            peer.send("OK photod 1\n")
            _ = peer.readLine()
            peer.send(#"{"uri":"\#(link.uri)","state":"\#(state)"}"# + "\nOK\n")
            while peer.readLine() != nil {}
        }
        defer { #expect(throws: Never.self) { try daemon.stop() } }
        let session = try Session(GlobalOptions.parse(["--socket", daemon.path]))
        let folders = try LibraryFolders(session)
        try folders.checkNotReplaced((folder + "new.jpg").bytes)
        // The disk of one that is offline is not asked what its link leads to: that may not answer.
        if isAsked {
            #expect(throws: Failure.self) { try folders.checkNotReplaced((folder + "1.jpg").bytes) }
        } else {
            try folders.checkNotReplaced((folder + "1.jpg").bytes)
        }
    }
}
