import GalleryAddress
import PhotoModel
import TestSupport
import Testing

@testable import photoctl

@Suite("What lets a browser into a gallery")
struct GalleryKeysTests {
    @Test("a token that cannot be read is told with the reason, and with what helps against that")
    func unreadToken() throws {
        let scratch = try TemporaryFolder()
        let folder = GalleryFolder(scratch.location)
        func refusal() -> String? {
            #expect(throws: Failure.self) { try GalleryKeys(folder).token() }?.message
        }
        #expect(
            refusal()
                == "\(folder.token.display) is gone: end photod-gallery and ask again, it makes another at its start"
        )
        try Disk.makeFolder(folder.token)
        #expect(refusal()?.contains("Is a directory; look after") == true)
        try Disk.removeTree(folder.token)
        try Disk.write("0a1b\n", to: folder.token)
        #expect(try GalleryKeys(folder).token() == "0a1b")
    }
}
