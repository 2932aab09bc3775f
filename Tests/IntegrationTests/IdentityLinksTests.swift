import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// A file with several names is several photos; the names may be moved together.
    @Suite("An id is kept by each name of a file")
    struct IdentityLinksTests {
        /// When the names are moved.
        enum Moment: CaseIterable {
            case running, stopped, indexLost
        }

        private static let photos = 10

        /// Has names moved and looks whose id is where. A name is a path below the root.
        private func check(
            _ daemon: DaemonFixture,
            _ moment: Moment,
            _ names: [(old: FilePath, new: FilePath)],
            beside others: Int = 0,
            _ move: () throws -> Void
        ) throws {
            var client = try daemon.connect()
            try client.sync()
            let ids = try names.map { try client.id(of: $0.old) }
            #expect(Set(ids).count == names.count)
            if moment != .running { try daemon.stop() }
            if moment == .indexLost { try daemon.loseIndex() }
            try move()
            if moment != .running {
                try daemon.start()
                client = try daemon.connect()
            }
            try client.sync()
            let after = try names.map { try client.id(of: $0.new) }
            let wrong = zip(ids, after).count { $0 != $1 }
            #expect(wrong == 0, "\(wrong) of \(names.count)")
            #expect(try client.count() == Int64(names.count + others))
        }

        @Test("names that are moved together go on by folder, then by name", arguments: Moment.allCases)
        func together(moment: Moment) throws {
            try DaemonFixture.run { daemon in
                let folders = ["one", "two", "new"].map { daemon.root + $0 }
                for folder in folders { try Disk.makeFolder(folder) }
                var names: [(old: FilePath, new: FilePath)] = []
                for serial in 0..<Self.photos {
                    // Named so that the order of names is now one, now the other.
                    let other = (serial.isMultiple(of: 2) ? "a" : "z") + "\(serial).jpg"
                    let own: [(old: FilePath, new: FilePath)] = [
                        (folders[0] + "m\(serial).jpg", folders[2] + "m\(serial).jpg"),
                        (folders[0] + other, folders[2] + other),
                        (folders[1] + "m\(serial).jpg", folders[1] + "\(serial)-renamed.jpg"),
                    ]
                    try Disk.writePhoto(serial, to: own[0].old)
                    for name in own.dropFirst() { try Disk.link(own[0].old, to: name.old) }
                    names += own
                }
                try check(daemon, moment, names) {
                    for name in names { try Disk.rename(name.old, to: name.new) }
                }
            }
        }

        @Test(
            "two that exchange names keep their ids, though links to them are made in the same moment",
            arguments: Moment.allCases
        )
        func exchanged(moment: Moment) throws {
            try DaemonFixture.run { daemon in
                let folders = ["b", "c"].map { daemon.root + $0 }
                for folder in folders { try Disk.makeFolder(folder) }
                let pairs = (0..<Self.photos).map { serial in
                    (
                        daemon.root + "\(serial)-m.jpg",
                        serial.isMultiple(of: 2)
                            ? daemon.root + "\(serial)-n.jpg" : folders[1] + "\(serial).jpg"
                    )
                }
                for (serial, pair) in pairs.enumerated() {
                    try Disk.writePhoto(2 * serial, to: pair.0)
                    try Disk.writePhoto(2 * serial + 1, to: pair.1)
                }
                let names = pairs.flatMap { [($0.0, $0.1), ($0.1, $0.0)] }
                let links = pairs.enumerated().flatMap { serial, pair in
                    [
                        (pair.0, daemon.root + "\(serial)-a.jpg"), (pair.1, daemon.root + "\(serial)-z.jpg"),
                        (pair.0, folders[0] + "\(serial)-first.jpg"),
                        (pair.1, folders[0] + "\(serial)-second.jpg"),
                    ]
                }
                try check(daemon, moment, names, beside: links.count) {
                    for link in links { try Disk.link(link.0, to: link.1) }
                    for pair in pairs { try Disk.exchange(pair.0, pair.1) }
                }
            }
        }

        @Test(
            "through two roots that are one folder each keeps its own ids",
            .inMountNamespace,
            arguments: Moment.allCases
        )
        func bound(moment: Moment) throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let roots = ["one", "two"].map { daemon.root + $0 }
                for root in roots { try Disk.makeFolder(root) }
                try namespace.bind(roots[0], to: roots[1])
                try daemon.configure(libraries: roots)
                let folders = ["", "sub", "gone", "gone/below"]
                for folder in folders.dropFirst() { try Disk.makeFolder(roots[0] + folder) }
                var moved: [(old: String, new: String)] = []
                for serial in 0..<Self.photos {
                    moved += [
                        ("\(serial).jpg", "\(serial)-renamed.jpg"),
                        ("\(serial)-m.jpg", "sub/\(serial)-m.jpg"),
                        ("gone/\(serial).jpg", "kept/\(serial).jpg"),
                        ("gone/below/\(serial).jpg", "kept/below/\(serial).jpg"),
                    ]
                    for name in moved.suffix(4) { try Disk.writePhoto(serial, to: roots[0] + name.old) }
                }
                try daemon.start()
                let names = roots.flatMap { root in moved.map { (root + $0.old, root + $0.new) } }
                try check(daemon, moment, names) {
                    for name in moved where !name.old.hasPrefix("gone") {
                        try Disk.rename(roots[0] + name.old, to: roots[0] + name.new)
                    }
                    try Disk.rename(roots[0] + "gone", to: roots[0] + "kept")
                }
            }
        }

        @Test(
            "a pair keeps all its files when its photo and another name of that are moved, whose ever it was",
            arguments: Moment.allCases
        )
        func pair(moment: Moment) throws {
            try DaemonFixture.run { daemon in
                let folders = ["one", "two"].map { daemon.root + $0 }
                for folder in folders { try Disk.makeFolder(folder) }
                try Disk.writePhoto(1, to: folders[0] + "a.jpg")
                for name in ["a.dng", "a.xmp"] { try Disk.write(name, to: folders[0] + name) }
                try Disk.link(folders[0] + "a.jpg", to: folders[1] + "b.jpg")
                var client = try daemon.connect()
                try client.sync()
                if moment != .running { try daemon.stop() }
                if moment == .indexLost { try daemon.loseIndex() }
                for ending in ["jpg", "dng", "xmp"] {
                    try Disk.rename(folders[0] + "a.\(ending)", to: daemon.root + "c.\(ending)")
                }
                try Disk.rename(folders[1] + "b.jpg", to: daemon.root + "d.jpg")
                if moment != .running {
                    try daemon.start()
                    client = try daemon.connect()
                }
                try client.sync()
                let item = try #require(try client.item(daemon.root + "c.jpg"))
                let companions = item["companions"]?.array?.compactMap(\.string)
                #expect(companions == ["c.dng", "c.xmp"].map { (daemon.root + $0).uri })
                #expect(try client.count() == 2)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test("a pair that is copied elsewhere and deleted, while nobody looks, keeps all its files")
        func copiedPair() throws {
            try DaemonFixture.run { daemon in
                let endings = ["jpg", "dng", "xmp"]
                let folder = daemon.root + "one"
                try Disk.makeFolder(folder)
                try Disk.writePhoto(1, to: folder + "a.jpg")
                for ending in endings.dropFirst() { try Disk.write(ending, to: folder + "a.\(ending)") }
                let id = try {
                    let client = try daemon.connect()
                    try client.sync()
                    return try client.id(of: folder + "a.jpg")
                }()
                try daemon.stop()
                for ending in endings {
                    let old = folder + "a.\(ending)"
                    try Disk.write(try Disk.read(old), to: daemon.root + "c.\(ending)")
                    try Disk.remove(old)
                }
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let item = try #require(try client.item(daemon.root + "c.jpg"))
                #expect(item["id"]?.string == id)
                let companions = item["companions"]?.array?.compactMap(\.string)
                #expect(companions == ["c.dng", "c.xmp"].map { (daemon.root + $0).uri })
                #expect(try client.count() == 1)
            }
        }

        /// How two folders take each other's places.
        enum Exchange: CaseIterable {
            case atOnce, byWay
        }

        @Test(
            "a name that was given up takes no part when folders change places, however near it was",
            arguments: Exchange.allCases
        )
        func givenUp(exchange: Exchange) throws {
            try DaemonFixture.run { daemon in
                let folders = [daemon.root + "far/one", daemon.root + "near/two"]
                for folder in folders {
                    try Disk.makeFolder(folder.parent)
                    try Disk.makeFolder(folder)
                }
                let photo = folders[0] + "a.jpg"
                try Disk.writePhoto(1, to: photo)
                try Disk.writePhoto(2, to: folders[1] + "b.jpg")
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: photo)
                try Disk.link(photo, to: daemon.root + "near/link.jpg")
                try client.sync()
                #expect(try client.count() == 3)
                try Disk.remove(daemon.root + "near/link.jpg")
                try client.sync()
                #expect(try client.id(of: photo) == id)
                switch exchange {
                case .atOnce: try Disk.exchange(folders[0], folders[1])
                case .byWay:
                    let way = daemon.root + "way"
                    try Disk.rename(folders[0], to: way)
                    try Disk.rename(folders[1], to: folders[0])
                    try Disk.rename(way, to: folders[1])
                }
                try client.sync()
                #expect(try client.id(of: folders[1] + "a.jpg") == id)
                #expect(try client.count() == 2)
            }
        }
    }
}
