import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("The size of an item", .enabled(if: Vips.isThere, "vips is missing: install libvips-tools"))
    struct PreviewSizeTests {
        private let picture = QuarteredPicture(width: 64, height: 48)

        private func sidecar(_ orientation: Int) -> String {
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" \
            tiff:Orientation="\(orientation)"/></rdf:RDF></x:xmpmeta>
            """
        }

        @Test("is that of its preview, whatever a sidecar says of how it is turned")
        func sidecars() throws {
            try DaemonFixture.run { daemon in
                let (vips, jpeg) = (
                    Vips(folder: daemon.scratch.location), daemon.scratch.location + "plain.jpg"
                )
                #expect(try vips.write(picture, to: jpeg))
                let plain = try Disk.read(jpeg)
                for (name, own, other) in [("a", UInt8(6), 1), ("b", 1, 8), ("c", 3, 5), ("d", 8, 6)] {
                    let photo = daemon.root + "\(name).jpg"
                    try Disk.write(QuarteredPicture.turned(plain, orientation: own), to: photo)
                    try Disk.write(sidecar(other), to: FilePath(photo.display + ".xmp"))
                }
                for format in ["png", "webp", "gif", "tif", "heic", "avif", "jxl", "jp2"] {
                    let photo = daemon.root + "e.\(format)"
                    guard try vips.write(picture, to: photo) else { continue }
                    try Disk.write(sidecar(6), to: FilePath(photo.display + ".xmp"))
                }
                let client = try daemon.connect()
                try client.sync()
                let photos = try client.ask("photos all=1").filter { $0["id"] != nil }
                #expect(photos.count >= 4)
                for photo in photos {
                    let id = try #require(photo["id"]?.string)
                    let preview = try #require(try client.ask("preview \(id) format=png").first)
                    #expect(photo["width"] == preview["width"], "\(photo.json) \(preview.json)")
                    #expect(photo["height"] == preview["height"], "\(photo.json) \(preview.json)")
                }
            }
        }
    }
}
