import NIOCore
import TestSupport
import Testing

@testable import Gallery

@Suite("Answers as gzip")
struct GzipTests {
    @Test("who says that it takes gzip is sent it, and nobody else")
    func accepted() {
        for header in [
            "gzip", "deflate, gzip;q=0.5, br", "GZIP", "x-gzip", "*", "br;q=0, *;q=0.1", "gzip ; q=1",
        ] {
            #expect(AcceptedCodings.takesGzip(header), "\(header)")
        }
        for header in [
            nil, "", "identity", "br, deflate", "gzip;q=0", "gzip; q=0.000", "*;q=0", "gzip;q=0, *",
            "*, gzip;q=0",
        ] {
            #expect(!AcceptedCodings.takesGzip(header), "\(header ?? "none")")
        }
    }

    @Test("pieces are whole as they come, and all of them are what was given, whatever their sizes")
    func pieces() throws {
        for seed in 0..<20 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let gzip = try #require(Gzip(level: 3))
            var (given, coded) = ([UInt8](), [UInt8]())
            for size in [0, 1, 30, 100_000, 0, 5000] {
                let isNoise = Bool.random(using: &random)
                let piece = (0..<size).map {
                    isNoise ? UInt8.random(in: .min ... .max, using: &random) : UInt8($0 % 7)
                }
                given += piece
                coded += gzip.code(ByteBuffer(bytes: piece), isEnd: false).readableBytesView
                #expect(try Gunzip.bytes(coded) == given, "seed \(seed)")
            }
            coded += gzip.code(ByteBuffer(), isEnd: true).readableBytesView
            #expect(try Gunzip.bytes(coded) == given, "seed \(seed)")
        }
    }

    @Test("a tag tells a file from the same as gzip")
    func tags() {
        let nonce = StyleNonce()
        let tag = EntityTag(PageEdition("x1"), nonce)
        #expect(tag.text == "\"x1-\(nonce.text)\"" && tag.gzip.text == "\"x1-\(nonce.text)-gzip\"")
        #expect(!tag.isIn(tag.gzip.text) && tag.gzip.isIn("W/\"x1-\(nonce.text)-gzip\""))
    }
}
