import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Options of folders, whatever happens")
    struct RandomOptionsTests {
        /// What a photo is to be: its group and the hours its zone is ahead.
        private struct Expected: Hashable, CustomStringConvertible {
            var group: String?
            var zone: String

            var description: String { "\(group ?? "none"), \(zone)" }
        }

        private struct Options {
            var group: String?
            var zone: String?
            var ignoresX = false
            var ignoresSkip = false

            var text: String {
                var patterns: [String] = []
                if ignoresX { patterns.append("\"x*\"") }
                if ignoresSkip { patterns.append("\"skip/\"") }
                let lines = [
                    group.map { "group = \"\($0)\"\n" }, zone.map { "timezone = \"\($0)\"\n" },
                    "ignore = [\(patterns.joined(separator: ", "))]\n",
                ]
                return lines.compactMap { $0 }.joined()
            }
        }

        private static let zones = ["UTC", "Asia/Tokyo", "America/Phoenix"]
        private static let hours = ["UTC": 0, "Asia/Tokyo": 9, "America/Phoenix": -7]
        private static let names = ["a", "b", "skip", "x1"]

        @Test("60 rounds of folders moved and options changed, one of them unseen: all is as the files say")
        func rounds() throws {
            var random = SeededGenerator.fromEnvironment()
            print("seed \(random.seed): PHOTOD_TEST_SEED=\(random.seed) runs it again")
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                for round in 0..<60 {
                    var done: [String] = []
                    for step in 0..<8 {
                        done.append(try Self.change(daemon.root, round * 100 + step, &random))
                    }
                    if round == 30 {
                        try daemon.stop()
                        for step in 50..<58 {
                            done.append(try Self.change(daemon.root, round * 100 + step, &random))
                        }
                        try daemon.start()
                        client = try daemon.connect()
                    }
                    try client.sync()
                    var expected: [String: Expected] = [:]
                    try Self.expect(daemon.root, [], &expected)
                    let found = try Self.found(client)
                    let differing = Set(expected.keys).union(found.keys).filter { expected[$0] != found[$0] }
                    let told = differing.sorted().map { path in
                        "\(path): \(found[path]?.description ?? "not there"), "
                            + "to be \(expected[path]?.description ?? "not there")"
                    }
                    try #require(told.isEmpty, "round \(round): \(told)\n\(done.joined(separator: "\n"))")
                    if round % 20 == 19 {
                        let verified = try client.ask("verify")
                        #expect(verified.count == 1, "round \(round): \(verified.json)")
                    }
                }
            }
        }

        // MARK: - The truth

        private static func expect(
            _ folder: FilePath,
            _ above: [Options],
            _ expected: inout [String: Expected]
        ) throws {
            var layers = above
            let file = folder + ".photod.toml"
            if Disk.isFile(file) { layers.append(read(String(decoding: try Disk.read(file), as: UTF8.self))) }
            for name in try Disk.names(in: folder) where !name.isHidden {
                let path = folder.appending(name)
                let isFolder = Disk.isFolder(path)
                if name.display.hasPrefix("x"), layers.contains(where: \.ignoresX) { continue }
                if isFolder {
                    if name.display == "skip", layers.contains(where: \.ignoresSkip) { continue }
                    try expect(path, layers, &expected)
                } else {
                    expected[path.display] = Expected(
                        group: layers.last { $0.group != nil }?.group,
                        zone: layers.last { $0.zone != nil }?.zone ?? "home"
                    )
                }
            }
        }

        private static func read(_ text: String) -> Options {
            var options = Options(ignoresX: text.contains("x*"), ignoresSkip: text.contains("skip/"))
            for line in text.split(separator: "\n") {
                let value = line.split(separator: "\"").dropFirst().first.map(String.init)
                if line.hasPrefix("group") { options.group = value }
                if line.hasPrefix("timezone") { options.zone = value }
            }
            return options
        }

        private static func found(_ client: Connection) throws -> [String: Expected] {
            var found: [String: Expected] = [:]
            for item in try client.allItems() {
                let path = try #require(item["path"]?.string)
                // Of 2016-11-05T12:34:56 in UTC.
                let timestamp = try #require(item["timestamp"]?.integer)
                let ahead = 1_478_349_296_000 - timestamp
                let zone = hours.first { Int64($0.value) * 3_600_000 == ahead }?.key
                #expect(zone != nil || ahead == Int64(DaemonFixture.zoneSeconds) * 1000)
                found[path] = Expected(group: item["group"]?.string, zone: zone ?? "home")
            }
            return found
        }

        // MARK: - Changes

        private static func folders(_ folder: FilePath) throws -> [FilePath] {
            let inside = try Disk.names(in: folder).map { folder.appending($0) }
            return try [folder] + inside.filter(Disk.isFolder).flatMap(folders)
        }

        /// Makes one change and tells which.
        private static func change(
            _ root: FilePath,
            _ serial: Int,
            _ random: inout SeededGenerator
        ) throws -> String {
            let all = try folders(root)
            let folder = random.pick(all) ?? root
            switch random.below(100) {
            case ..<30:
                var options = Options(ignoresX: random.chance(25), ignoresSkip: random.chance(25))
                if random.chance(60) { options.group = "Group \(random.below(4))" }
                if random.chance(40) { options.zone = random.pick(zones) }
                try Disk.write(options.text, to: folder + ".photod.toml")
                return "options of \(folder.display): \(options.text)"
            case ..<40:
                let file = folder + ".photod.toml"
                if Disk.isFile(file) { try Disk.remove(file) }
                return "no options of \(folder.display)"
            case ..<60:
                var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
                photo.serial = serial
                let path = folder + "\(random.chance(40) ? "x" : "p")\(serial).jpg"
                try Disk.write(photo.bytes, to: path)
                return "new \(path.display)"
            case ..<70:
                let path = folder + (random.pick(names) ?? "a")
                let isDeep = path.bytes.count >= root.bytes.count + 40
                if !Disk.isFolder(path), !isDeep { try Disk.makeFolder(path) }
                return "folder \(path.display)"
            default:
                let target = (random.pick(all) ?? root) + (random.pick(names) ?? "a")
                guard folder != root, !target.isInside(folder), !Disk.isFolder(target) else {
                    return "nothing"
                }
                try Disk.rename(folder, to: target)
                return "moved \(folder.display) → \(target.display)"
            }
        }
    }
}
