import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// `gio copy`, Python's copytree, unzip and `rsync --inplace` set times and modes after a file is closed.
    @Suite("What belongs together and is copied a file at a time")
    struct CopyingProgramsTests {
        private static let words = "Written by hand"

        private static func sidecar(_ text: String) -> String {
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt>\
            <rdf:li xml:lang="x-default">\(text)</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF>\
            </x:xmpmeta>
            """
        }

        /// What such a program does once it has closed a file.
        private func finish(_ path: FilePath) throws {
            try Disk.setTime(path, seconds: 1_500_000_000)
            try Disk.setMode(path, 0o640)
        }

        /// A subscriber that waits until something is told of a photo.
        private struct Listener {
            let connection: Connection

            init(_ daemon: DaemonFixture) throws {
                connection = try daemon.connect()
                try connection.send(Array("subscribe photos\n".utf8))
                while try next()["event"]?.string != "ready" {}
            }

            func next() throws -> JSONValue {
                try JSONValue.parse(try #require(try connection.nextLine()))
            }

            func wait(for id: String) throws {
                while try next()["id"]?.string != id {}
            }
        }

        @Test("a sidecar is not overlooked that comes, changes or goes just after its photo got attributes")
        func sidecarAfterAttributes() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let photo = daemon.root + "a.jpg"
                try Disk.writePhoto(1, to: photo, description: "From the camera")
                try client.sync()
                let id = try client.id(of: photo)
                let listener = try Listener(daemon)
                for text in [Self.words, "Written anew", nil] {
                    try finish(photo)
                    if let text {
                        try Disk.write(Self.sidecar(text), to: daemon.root + "a.xmp")
                    } else {
                        try Disk.remove(daemon.root + "a.xmp")
                    }
                    // The photo counts as being written; its sidecar is noted meanwhile.
                    try listener.wait(for: id)
                    try client.sync()
                    #expect(try client.item(photo)?["description"]?.string == text ?? "From the camera")
                }
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test("a sidecar that got new attributes when its photo is written anew is not overlooked")
        func photoAfterAttributes() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let photo = daemon.root + "a.jpg"
                try Disk.writePhoto(1, to: photo, description: "From the camera")
                try Disk.write(Self.sidecar(Self.words), to: daemon.root + "a.xmp")
                try client.sync()
                let id = try client.id(of: photo)
                let listener = try Listener(daemon)
                try finish(daemon.root + "a.xmp")
                try Disk.writePhoto(2, to: photo, description: "Edited")
                try listener.wait(for: id)
                try client.sync()
                #expect(try client.item(photo)?["description"]?.string == Self.words)
            }
        }

        @Test("pairs of a photo and a sidecar are whole, whatever the daemon sees of each on the way")
        func pairs() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for number in 0..<60 {
                    let folder = daemon.root + "\(number / 10)"
                    if number.isMultiple(of: 10) { try Disk.makeFolder(folder) }
                    let photo = folder + "\(number).jpg"
                    try Disk.writePhoto(number, to: photo, description: "From the camera")
                    try finish(photo)
                    // So that it is read before the sidecar comes, as with programs that are slower than this one.
                    if number.isMultiple(of: 2) { try client.sync() }
                    try Disk.write(Self.sidecar("\(number) by hand"), to: folder + "\(number).xmp")
                    try finish(folder + "\(number).xmp")
                }
                try client.sync()
                for number in 0..<60 {
                    let item = try client.item(daemon.root + "\(number / 10)/\(number).jpg")
                    #expect(item?["description"]?.string == "\(number) by hand")
                }
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test("a sidecar that names its photo in capital letters may be there first")
        func capitalLetters() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.write(Self.sidecar(Self.words), to: daemon.root + "a.JPG.xmp")
                try client.sync()
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                try client.sync()
                #expect(try client.item(daemon.root + "a.jpg")?["description"]?.string == Self.words)
            }
        }
    }
}
