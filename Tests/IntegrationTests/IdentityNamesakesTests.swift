import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Photos of the same names below roots of one name, as memory cards have them: their places say nothing.
    @Suite("Ids where another folder has a root's name")
    struct IdentityNamesakesTests {
        enum Moment: CaseIterable {
            case live, stopped, indexLost
        }

        /// Two folders of one name with photos of the same names. All but one of the second are as long as the first's.
        private static func folders(_ daemon: DaemonFixture) throws -> [FilePath] {
            try (1...2).map { number in
                let folder = daemon.scratch.location + "card\(number)/DCIM"
                try Disk.makeFolders(folder)
                for photo in 1...3 {
                    try Disk.writePhoto(number * 10 + photo, to: folder + "IMG_\(photo).jpg")
                }
                return folder
            }
        }

        /// Has something happen while the daemon runs, while it does not, or while it does not and has lost its index.
        private static func change(
            _ daemon: DaemonFixture,
            _ moment: Moment,
            _ body: () throws -> Void
        ) throws -> Connection {
            if moment != .live { try daemon.stop() }
            if moment == .indexLost {
                for name in try Disk.names(in: daemon.state) where name.display.hasPrefix("index.sqlite") {
                    try Disk.remove(daemon.state.appending(name))
                }
            }
            try body()
            if moment != .live { try daemon.start() }
            let client = try daemon.connect()
            try client.sync()
            return client
        }

        private static func viewed(_ client: Connection, _ photos: [FilePath]) throws -> [Bool?] {
            try photos.map { try client.item($0)?["viewed"]?.bool }
        }

        @Test("stay with the photos of the folder that a followed link led to", arguments: Moment.allCases)
        func retargetedLink(moment: Moment) throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try daemon.configure(libraries: [daemon.root], libraryOptions: LinkedLibrary.following)
                let folders = try Self.folders(daemon)
                let link = daemon.root + "DCIM"
                let photos = (1...3).map { link + "IMG_\($0).jpg" }
                try Disk.makeSymbolicLink(link, to: folders[0])
                try daemon.start()
                var client = try daemon.connect()
                try client.sync()
                let ids = try photos.map { try client.id(of: $0) }
                for id in ids { _ = try client.ask("viewed \(id)") }
                var known = [ids]
                for target in [1, 0, 1, 0] {
                    client = try Self.change(daemon, moment) {
                        // As ln -sfn does.
                        try Disk.makeSymbolicLink(daemon.root + "new", to: folders[target])
                        try Disk.rename(daemon.root + "new", to: link)
                    }
                    let now = try photos.map { try client.id(of: $0) }
                    if known.count == 1 {
                        known.append(now)
                        #expect(Set(now).isDisjoint(with: ids))
                    }
                    #expect(now == known[target])
                    #expect(try Self.viewed(client, photos) == [Bool](repeating: target == 0, count: 3))
                }
            }
        }

        @Test(
            "stay where the configuration lists two libraries of one name in another order",
            arguments: Moment.allCases
        )
        func reordered(moment: Moment) throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let folders = try Self.folders(daemon)
                let photos = folders.flatMap { folder in (1...3).map { folder + "IMG_\($0).jpg" } }
                try daemon.configure(libraries: folders)
                try daemon.start()
                var client = try daemon.connect()
                try client.sync()
                let ids = try photos.map { try client.id(of: $0) }
                for id in ids.prefix(3) { _ = try client.ask("viewed \(id)") }
                for order in [folders.reversed(), folders] {
                    client = try Self.change(daemon, moment) {
                        try daemon.configure(libraries: order)
                        if moment == .live { _ = try client.ask("reload") }
                    }
                    #expect(try photos.map { try client.id(of: $0) } == ids)
                    #expect(try Self.viewed(client, photos) == [true, true, true, false, false, false])
                }
            }
        }

        @Test(
            "stay where a folder that is away takes the name of theirs, and gives it back",
            arguments: [Moment.live, .stopped]
        )
        func nameOfOneAway(moment: Moment) throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let home = try Self.folders(daemon)[0]
                let away = daemon.scratch.location + "disk/DCIM"
                let photos = (1...3).map { home + "IMG_\($0).jpg" }
                try daemon.configure(libraries: [home])
                try daemon.start()
                var client = try daemon.connect()
                try client.sync()
                let ids = try photos.map { try client.id(of: $0) }
                for id in ids { _ = try client.ask("viewed \(id)") }
                for libraries in [[away, home], [home]] {
                    client = try Self.change(daemon, moment) {
                        try daemon.configure(libraries: libraries)
                        if moment == .live { _ = try client.ask("reload") }
                    }
                    #expect(try photos.map { try client.id(of: $0) } == ids)
                    #expect(try Self.viewed(client, photos) == [true, true, true])
                }
            }
        }

        @Test(
            "stay with the photos of a card, and wait for it, while another has its name",
            arguments: Moment.allCases
        )
        func anotherCard(moment: Moment) throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let folders = try Self.folders(daemon)
                let photos = folders.map { folder in (1...3).map { folder + "IMG_\($0).jpg" } }
                try daemon.configure(libraries: [folders[0]])
                try daemon.start()
                var client = try daemon.connect()
                try client.sync()
                let ids = try photos[0].map { try client.id(of: $0) }
                for id in ids { _ = try client.ask("viewed \(id)") }
                for card in [1, 0, 1, 0] {
                    client = try Self.change(daemon, moment) {
                        try daemon.configure(libraries: [folders[card]])
                        if moment == .live { _ = try client.ask("reload") }
                    }
                    let now = try photos[card].map { try client.id(of: $0) }
                    #expect(card == 0 ? now == ids : Set(now).isDisjoint(with: ids))
                    #expect(try Self.viewed(client, photos[card]) == [Bool](repeating: card == 0, count: 3))
                }
            }
        }
    }
}
