import Files
import Glibc
import ImageContainers
import PhotoModel
import TestSupport
import Testing

@testable import Editing

@Suite("A TIFF that cannot be read")
struct UnreadableTIFFTests {
    /// A directory without entries, and behind it no other.
    private static let bytes: [UInt8] = Array("II*".utf8) + [0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]

    @Test("says why, and one that is damaged says nothing", arguments: [O_RDONLY, O_WRONLY])
    func failure(flags: Int32) throws {
        let folder = try TemporaryFolder()
        let path = folder.location("a.dng")
        try Disk.write(Self.bytes, to: path)
        let tiff = OpenTIFF(try OpenFile(path, flags: flags), size: Self.bytes.count)
        _ = ImageSubstance.isWhole(tiff.bytes)
        #expect(tiff.failure == (flags == O_RDONLY ? nil : CallFailure(.read, path, EBADF)))
    }

    @Test("waits for its edit where a worker could not read it, and does not where it is damaged")
    func workersFailure() {
        let path = FilePath("/photos/a.dng")
        #expect(WritingFailure.refusedPhoto(path, .inputOutput).mayPass)
        #expect(!WritingFailure.refusedPhoto(path, .damaged).mayPass)
    }
}
