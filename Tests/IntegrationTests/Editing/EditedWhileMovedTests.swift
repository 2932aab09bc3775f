import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Edits have a thread, and what takes photos away has another: both come to the same files.
    @Suite("Photos that are edited while they are taken away")
    struct EditedWhileMovedTests {
        /// How photos are taken from where they are.
        enum Road: CaseIterable, CustomTestStringConvertible {
            case trash
            case move
            /// To memory, so that it is a copy, a comparison and a removal.
            case moveToOtherFileSystem

            var testDescription: String {
                switch self {
                case .trash: "to the trash"
                case .move: "within a file system"
                case .moveToOtherFileSystem: "to another file system"
                }
            }

            static let possible = allCases.filter {
                $0 != .moveToOtherFileSystem || Disk.isFolder(EditedWhileMovedTests.memory)
            }
        }

        /// Where the edit writes.
        enum Layer: String, CaseIterable {
            case file, sidecar
        }

        private static let memory = FilePath("/dev/shm")
        private static let count = 150
        private static let title = "of the edit"
        private static let sidecar =
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
            + "<rdf:Description xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:title><rdf:Alt>"
            + "<rdf:li xml:lang='x-default'>old</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>"

        @Test(
            "each is at one place with all that belongs to it, and what is said to be done is",
            arguments: Road.possible,
            Layer.allCases
        )
        func atOnce(_ road: Road, _ layer: Layer) throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let other =
                    (road == .moveToOtherFileSystem ? Self.memory : daemon.scratch.location)
                    + "\(daemon.scratch.location.lastName.display)-other"
                try Disk.makeFolder(other)
                defer { try? Disk.removeTree(other) }
                try daemon.configure(libraries: [daemon.root, other])
                try daemon.start()
                // The other command comes ever later into the edit.
                for round in 0..<5 {
                    try Round(daemon, road, layer, other, name: "\(round)").run(
                        after: 1 + round * Self.count / 2
                    )
                }
                try daemon.stop()
            }
        }

        private struct Round {
            let daemon: DaemonFixture
            let road: Road
            let layer: Layer
            let other: FilePath
            let folder: FilePath

            init(
                _ daemon: DaemonFixture,
                _ road: Road,
                _ layer: Layer,
                _ other: FilePath,
                name: String
            ) throws {
                (self.daemon, self.road, self.layer, self.other) = (daemon, road, layer, other)
                folder = daemon.root + name
                try Disk.makeFolder(folder)
                for serial in 1...count {
                    let photo = "\(name)-\(serial).jpg"
                    try Disk.writePhoto(serial, to: folder + photo)
                    // Every third is a shot of two files.
                    if serial % 3 == 0 { try Disk.write(sidecar, to: folder + "\(photo).xmp") }
                }
            }

            /// - Parameter changes: of the folder, after which photos are taken away.
            func run(after changes: Int) throws {
                let (editor, mover) = (try daemon.connect(), try daemon.connect())
                try editor.sync()
                let items = try editor.allItems().filter { $0.path?.parent == folder }
                let ids = items.compactMap { $0["id"]?.string }
                #expect(ids.count == count)
                let events = try FolderEvents(below: folder)
                let edit = Request("edit").adding("title", title).adding("write", layer.rawValue)
                try editor.send(edit, identifiers: ids)
                try events.wait(for: changes)
                switch road {
                case .trash: try mover.send(Request("trash"), identifiers: ids)
                case .move, .moveToOtherFileSystem:
                    let line = "import \(folder.display) into=\(other.display) layout=there action=move\n"
                    try mover.send(Array(line.utf8))
                }
                let moved = Set(try mover.readReply().filter { $0["result"]?.string == "ok" }.map(\.path))
                let edited = Set(
                    try editor.readReply().filter { $0["result"]?.string == "ok" }.map { $0["id"]?.string }
                )
                try editor.sync()
                let (here, away) = (try Contents.files(below: folder), try taken())
                for item in items {
                    let path = try #require(item.path)
                    let (left, came) = (here[path], away[path.lastName])
                    #expect((left == nil) != (came == nil), "\(path.display)")
                    #expect(moved.contains(path) == (came != nil), "\(path.display)")
                    let sidecar = FileName("\(path.lastName.display).xmp")
                    let (leftSidecar, cameSidecar) = (here[folder.appending(sidecar)], away[sidecar])
                    #expect(leftSidecar == nil || left != nil, "\(path.display) without its sidecar")
                    #expect(cameSidecar == nil || came != nil, "\(path.display) without its sidecar")
                    guard edited.contains(item["id"]?.string) else { continue }
                    let photo = layer == .file ? left ?? came : nil
                    let written = [photo, leftSidecar, cameSidecar].compactMap(\.self)
                    #expect(!written.isEmpty, "\(path.display) was not edited")
                    for file in written {
                        #expect(
                            String(decoding: file, as: UTF8.self).contains(title),
                            "\(path.display) was not edited"
                        )
                    }
                }
                #expect(here.keys.allSatisfy { !$0.lastName.isHidden })
            }

            /// What is where photos are taken to, by name.
            private func taken() throws -> [FileName: [UInt8]] {
                let place = road == .trash ? daemon.home + ".local/share/Trash/files" : other
                guard Disk.isFolder(place) else { return [:] }
                return Dictionary(
                    uniqueKeysWithValues: try Contents.files(below: place).map { ($0.lastName, $1) }
                )
            }
        }
    }
}

extension JSONValue {
    fileprivate var path: FilePath? { self["path"]?.string.map { FilePath($0) } }
}
