import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Imports of odd descriptions")
    struct ImportDescriptionsTests {
        /// `nil` is no description at all.
        private static let descriptions: [String?] = [
            "../../etc", "/", ".", "..", "...", "///", "/etc/passwd", "~", "CON", "con", "nul.txt", "COM1",
            String(repeating: "\u{1F98A}", count: 300),
            String(repeating: "\u{1F98A}", count: 299) + "\u{1F43B}",
            "\u{C9}", "E\u{301}", "a", "A", "\u{DF}", "SS", "first\nsecond", "first second", "tab\there",
            "\u{202E}gpj.exe", "gpj.exe", "\u{200B}", "\u{1}\u{2}", " ", "Other", "OTHER", "other", nil,
            "a/b", "a\\b",
            "a:b", "trailing.", "trailing", ".hidden", "hidden", "Group", "\u{7F}",
            "\u{1F468}\u{200D}\u{1F469}", "%2F",
            "{group}", "-", "*?\"<>|", "photo.jpg",
        ]

        private static func photo(_ serial: Int, _ description: String?) -> PhotoFile {
            PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56", description: description, serial: serial)
        }

        /// Each in a folder of its own, all with one name.
        private static func fill(_ inbox: FilePath, from first: Int) throws -> [[UInt8]] {
            try descriptions.enumerated().map { number, description in
                let folder = inbox + "\(number)"
                try Disk.makeFolders(folder)
                let bytes = photo(first + number, description).bytes
                try Disk.write(bytes, to: folder + "photo.jpg")
                return bytes
            }
        }

        /// Where photos lie, by their numbers, one file a photo; else an issue is recorded.
        private static func folders(_ photos: [[UInt8]], in root: FilePath) throws -> [FileName] {
            let files = try Contents.files(below: root)
            return try photos.enumerated().map { number, bytes in
                let paths = files.filter { $0.value == bytes }.keys.sorted { $0.display < $1.display }
                #expect(paths.count == 1, "photo \(number) is at \(paths.map(\.display))")
                let path = try #require(paths.first)
                #expect(path.parent.parent == root, "\(path.display) is not in a folder of the library")
                return path.parent.lastName
            }
        }

        private static func groups(_ client: Connection) throws -> [String?: String] {
            let lines = try client.ask("groups")
            return Dictionary(
                uniqueKeysWithValues: try lines.map {
                    ($0["group"]?.string, try #require($0["folder"]?.string))
                }
            )
        }

        /// What the daemon says each photo's group is.
        private static func groups(
            of photos: [[UInt8]],
            _ client: Connection,
            _ daemon: DaemonFixture
        ) throws -> [String?] {
            let files = try Contents.files(below: daemon.root)
            let paths = Dictionary(files.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
            return try photos.map { try client.item(try #require(paths[$0]))?["group"]?.string }
        }

        private static func check(_ folder: FileName) {
            let text = folder.text ?? ""
            let isSafe =
                !text.isEmpty && text != "." && text != ".." && folder.bytes.count <= 255
                && !text.hasPrefix(".") && !text.hasSuffix(".") && !text.hasSuffix(" ")
                && text.unicodeScalars.allSatisfy {
                    !"/\\:*?\"<>|".unicodeScalars.contains($0) && $0.properties.generalCategory != .control
                        && !$0.properties.isBidiControl
                }
            #expect(isSafe, "\(folder.display) is no folder for every disk")
        }

        @Test("each group has one safe folder of its own in the library, the same after the index was lost")
        func folders() throws {
            try DaemonFixture.run { daemon in
                let inbox = daemon.scratch.location + "inbox"
                let photos = try Self.fill(inbox, from: 0)
                let scratch = daemon.scratch.location
                let around = Set(try Disk.names(in: scratch)).union(
                    ["output", "errors"].map { FileName($0) }
                )
                let run = try daemon.photoctl(["--json", "import", inbox.display, "--action", "move"])
                #expect(run.end == .exited(0), "\(run.errors)")
                #expect(try run.lines.results == ["ok": photos.count])
                #expect(try Contents.files(below: inbox).isEmpty)
                #expect(Set(try Disk.names(in: scratch)) == around)
                #expect(Disk.status(scratch.parent + "etc") == nil)

                var client = try daemon.connect()
                try client.sync()
                let folders = try Self.folders(photos, in: daemon.root)
                folders.forEach(Self.check)
                let groups = try Self.groups(of: photos, client, daemon)
                let named = try Self.groups(client)
                for (group, folder) in zip(groups, folders) {
                    #expect(named[group].map { FileName($0) } == folder, "\(group ?? "no group")")
                }
                // One folder a group and one group a folder, where case is folded too.
                #expect(Set(folders).count == Set(groups).count && named.count == Set(groups).count)
                #expect(Set(folders.map { $0.display.lowercased().uppercased() }).count == Set(groups).count)
                try Self.checkPairs(groups, folders)

                try daemon.stop()
                for name in try Disk.names(in: daemon.state) where name.display.hasPrefix("index.sqlite") {
                    try Disk.remove(daemon.state.appending(name))
                }
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try Self.groups(client) == named)
                let further = try Self.fill(inbox, from: photos.count)
                #expect(try daemon.photoctl(["import", inbox.display, "--action", "move"]).end == .exited(0))
                #expect(try Self.folders(further, in: daemon.root) == folders)
                #expect(try Self.folders(photos, in: daemon.root) == folders)
                try client.sync()
                #expect(try Self.groups(client) == named)
                #expect(try client.count() == Int64(2 * photos.count))
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        /// What is known of single ones.
        private static func checkPairs(_ groups: [String?], _ folders: [FileName]) throws {
            func folder(_ description: String?) throws -> FileName {
                folders[try #require(descriptions.firstIndex(of: description))]
            }
            // Of Swift's strings É and E with an accent are equal, as of groups.
            let accented = descriptions.indices.filter { descriptions[$0] == "\u{C9}" }
            #expect(accented.count == 2 && Set(accented.map { folders[$0] }) == [FileName("\u{C9}")])
            #expect(try folder("first\nsecond") == FileName("first second"))
            #expect(try folder("a") != folder("A"))
            #expect(try folder(nil) == FileName("Other"))
            #expect(try folder(" ") == FileName("Other"))
            #expect(try folder("Other") != FileName("Other"))
            #expect(try folder("..") != FileName(".."))
            #expect(try folder("CON") == FileName("CON_"))
            #expect(try groups[#require(descriptions.firstIndex(of: "Other"))] == "Other")
        }
    }
}
