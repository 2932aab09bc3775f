import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Large pictures", .enabled(if: Vips.isThere, "vips is missing: install libvips-tools"))
    struct LargePictureTests {
        private func ask(_ client: Connection, _ path: FilePath) throws -> JSONValue {
            try #require(try client.ask("thumbnail \"\(path.display)\" size=normal").first)
        }

        /// A WebP of one colour. Each of its five codes has one sign only, so that no pixel takes a bit.
        private func webP(edge: Int) -> [UInt8] {
            let size = (edge - 1) | (edge - 1) << 14
            let image =
                [0x2F] + (0..<4).map { UInt8(size >> (8 * $0) & 0xFF) } + [0x88, 0x88, 0x08]
                + [UInt8](repeating: 0, count: 22)
            return Array("RIFF".utf8) + [42, 0, 0, 0] + Array("WEBPVP8L".utf8) + [30, 0, 0, 0] + image
        }

        /// 16,320 pixels at either side, in the form of 18 bits, and nothing else that is not as usual.
        private var jxl: [UInt8] {
            let header = 2 << 1 | 16_319 << 3 | 1 << 21 | 1 << 24
            return [0xFF, 0x0A] + (0..<4).map { UInt8(header >> (8 * $0) & 0xFF) }
                + [UInt8](repeating: 0, count: 40)
        }

        /// A picture's file that says it has 16,320 × 12,240 pixels.
        private func enlarged(_ file: [UInt8]) -> [UInt8] {
            var file = file
            let size = Array("ispe".utf8)
            for start in file.indices where file[start...].starts(with: size) {
                file.replaceSubrange((start + 8)..<(start + 16), with: [0, 0, 0x3F, 0xC0, 0, 0, 0x2F, 0xD0])
            }
            return file
        }

        @Test("for which there is no memory are called too large, and not damaged, and end no worker")
        func tooLarge() throws {
            try DaemonFixture.run { daemon in
                let (vips, avif) = (Vips(folder: daemon.scratch.location), daemon.root + "c.avif")
                // The most that a WebP can have, and a bit less than photod-render decodes.
                try Disk.write(webP(edge: 16_383), to: daemon.root + "a.webp")
                try Disk.write(jxl, to: daemon.root + "b.jxl")
                var names = ["a.webp", "b.jxl"]
                if try vips.write(QuarteredPicture(width: 64, height: 48), to: avif) {
                    try Disk.write(enlarged(try Disk.read(avif)), to: avif)
                    names.append("c.avif")
                }
                let client = try daemon.connect()
                try client.sync()
                for name in names {
                    let line = try ask(client, daemon.root + name)
                    #expect(line["error"]?.string == "unsupported", "\(line.json)")
                    #expect(line["message"]?.string?.contains("more memory") == true, "\(line.json)")
                }
                #expect(try client.status()["workers"]?["render"]?["crashes"]?.integer == 0)
            }
        }

        @Test("are drawn where memory will do for them once")
        func once() throws {
            try DaemonFixture.run { daemon in
                let photo = daemon.root + "a.webp"
                try Disk.write(webP(edge: 12_000), to: photo)
                let client = try daemon.connect()
                try client.sync()
                let line = try ask(client, photo)
                #expect(line["width"]?.integer == 128 && line["height"]?.integer == 128, "\(line.json)")
            }
        }
    }
}
