import PhotoModel
import Testing

@Suite("What a file is")
struct FileSignatureTests {
    @Test("its extension says, in any case")
    func extensions() {
        let formats: [(String, FileFormat?)] = [
            ("a.JPG", .jpeg), ("a.mpo", .jpeg), ("a.JPS", .jpeg), ("a.insp", .jpeg), ("a.jp2", .jpeg2000),
            ("a.J2K", .jpeg2000), ("a.psd", .photoshop), ("a.PSB", .photoshop), ("a.x3f", .otherRAW),
            ("a.mrw", .otherRAW), ("a.gpr", .dng), ("a.ori", .orf), ("a.insv", .mp4), ("a.360", .mp4),
            ("a.m2t", .mpegTS), ("a.asf", .wmv), ("a.thm", nil), ("a.ts", nil), ("a.lrv", nil),
            ("a.ppm", nil),
        ]
        for (name, format) in formats { #expect(FileName(name).format == format, "\(name)") }
    }

    @Test("how it begins says, whatever its extension")
    func beginnings() {
        let formats: [([UInt8], FileFormat?)] = [
            ([0, 0, 0, 12] + Array("jP  \r\n".utf8), .jpeg2000), ([0xFF, 0x4F, 0xFF, 0x51], .jpeg2000),
            (Array("8BPS".utf8) + [0, 2], .photoshop), ([0xFF, 0xD8, 0xFF, 0xE1], .jpeg),
            ([0x49, 0x49, 0x2B, 0, 8, 0], .tiff), ([0, 0, 0, 12] + Array("JXL \r\n".utf8), .jpegXL),
            (Array("8BPX".utf8), nil),
        ]
        for (head, format) in formats {
            #expect(head.withUnsafeBytes { FileSignature.format(of: $0, named: .jpeg) } == format, "\(head)")
        }
    }
}
