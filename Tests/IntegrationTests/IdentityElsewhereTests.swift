import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Ids where inodes say nothing, or something false")
    struct IdentityElsewhereTests {
        @Test("stay where only upper and lower case of a name change, of a file and of a folder")
        func caseOnly() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let folder = daemon.root + "holiday"
                try Disk.makeFolder(folder)
                try Disk.writePhoto(1, to: folder + "img_1.jpg")
                try client.sync()
                let id = try client.id(of: folder + "img_1.jpg")
                try Disk.rename(folder + "img_1.jpg", to: folder + "IMG_1.JPG")
                try Disk.rename(folder, to: daemon.root + "Holiday")
                try client.sync()
                #expect(try client.id(of: daemon.root + "Holiday/IMG_1.JPG") == id)
                #expect(try client.count() == 1)
            }
        }

        @Test("stay with their photos between two roots, moved and moved back, marks included")
        func betweenRoots() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let other = daemon.scratch.location + "other"
                try Disk.makeFolder(other)
                try daemon.configure(libraries: [daemon.root, other])
                try daemon.start()
                let client = try daemon.connect()
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                try client.sync()
                let id = try client.id(of: daemon.root + "a.jpg")
                _ = try client.ask("viewed \(id)")
                try Disk.rename(daemon.root + "a.jpg", to: other + "b.jpg")
                try client.sync()
                #expect(try client.id(of: other + "b.jpg") == id)
                #expect(try client.item(other + "b.jpg")?["viewed"]?.bool == true)
                try Disk.rename(other + "b.jpg", to: daemon.root + "a.jpg")
                try client.sync()
                #expect(try client.id(of: daemon.root + "a.jpg") == id)
                #expect(try client.count() == 1)
            }
        }

        @Test("stay with the content where a library was copied to another disk while nobody watched")
        func anotherDisk() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let folder = daemon.root + "2016"
                try Disk.makeFolder(folder)
                for serial in 1...5 { try Disk.writePhoto(serial, to: folder + "\(serial).jpg") }
                try client.sync()
                let ids = try (1...5).map { try client.id(of: folder + "\($0).jpg") }
                _ = try client.ask("viewed \(ids[2])")
                try daemon.stop()
                // Same names and content, other inodes: what a copy and a new disk's file system come to.
                let copy = daemon.root + "copy"
                try Disk.makeFolder(copy)
                for serial in 1...5 {
                    try Disk.write(try Disk.read(folder + "\(serial).jpg"), to: copy + "\(serial).jpg")
                }
                try Disk.removeTree(folder)
                try Disk.rename(copy, to: folder)
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try (1...5).map { try client.id(of: folder + "\($0).jpg") } == ids)
                #expect(try client.item(folder + "3.jpg")?["viewed"]?.bool == true)
                #expect(try client.count() == 5)
            }
        }

        @Test("are not inherited by another photo on an inode number that is given again at once")
        func reusedInode() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                var seen: Set<String> = []
                for serial in 1...20 {
                    // Deleted and made anew at once: file systems that reuse numbers give the same one.
                    let path = daemon.root + "photo-\(serial).jpg"
                    try Disk.writePhoto(serial, to: path)
                    try client.sync()
                    #expect(
                        try seen.insert(client.id(of: path)).inserted,
                        "photo \(serial) has the id of another"
                    )
                    try Disk.remove(path)
                }
                try client.sync()
                #expect(try client.count() == 0)
            }
        }

        @Test("come back with a deleted photo that is restored under another name, and marks with them")
        func restoredElsewhere() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                let bytes = try Disk.read(daemon.root + "a.jpg")
                try client.sync()
                let id = try client.id(of: daemon.root + "a.jpg")
                _ = try client.ask("viewed \(id)")
                try Disk.remove(daemon.root + "a.jpg")
                try client.sync()
                try daemon.restart()
                client = try daemon.connect()
                try Disk.makeFolder(daemon.root + "restored")
                try Disk.write(bytes, to: daemon.root + "restored/b.jpg")
                try client.sync()
                #expect(try client.id(of: daemon.root + "restored/b.jpg") == id)
                #expect(try client.item(daemon.root + "restored/b.jpg")?["viewed"]?.bool == true)
            }
        }

        /// Two folders of one name with photos of the same names, as memory cards have them.
        private func cards(_ daemon: DaemonFixture) throws -> [FilePath] {
            try (1...2).map { number in
                let card = daemon.scratch.location + "card\(number)"
                try Disk.makeFolder(card)
                try Disk.makeFolder(card + "DCIM")
                for photo in 1...3 {
                    try Disk.writePhoto(number * 10 + photo, to: card + "DCIM/IMG_\(photo).jpg")
                }
                return card + "DCIM"
            }
        }

        @Test("do not go to the photos of the same names on another card, and wait for their own")
        func anotherCard() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let cards = try cards(daemon)
                _ = try client.ask("root-add \(cards[0].display)")
                try client.sync()
                let photos = cards.map { card in (1...3).map { card + "IMG_\($0).jpg" } }
                let ids = try photos[0].map { try client.id(of: $0) }
                _ = try client.ask("viewed \(ids[0])")
                _ = try client.ask("root-remove \(cards[0].display)")
                _ = try client.ask("root-add \(cards[1].display)")
                try client.sync()
                #expect(Set(ids).isDisjoint(with: try photos[1].map { try client.id(of: $0) }))
                #expect(try client.item(photos[1][0])?["viewed"]?.bool == false)
                _ = try client.ask("root-add \(cards[0].display)")
                try client.sync()
                #expect(try photos[0].map { try client.id(of: $0) } == ids)
                #expect(try client.item(photos[0][0])?["viewed"]?.bool == true)
            }
        }

        @Test(
            "stay where the configuration lists two libraries of one name in another order",
            arguments: [
                false, true,
            ]
        )
        func reordered(isReloaded: Bool) throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let cards = try cards(daemon)
                try daemon.configure(libraries: cards)
                try daemon.start()
                var client = try daemon.connect()
                try client.sync()
                let photos = cards.flatMap { card in (1...3).map { card + "IMG_\($0).jpg" } }
                let ids = try photos.map { try client.id(of: $0) }
                try daemon.configure(libraries: cards.reversed())
                if isReloaded { _ = try client.ask("reload") } else { try daemon.restart() }
                client = try daemon.connect()
                try client.sync()
                #expect(try photos.map { try client.id(of: $0) } == ids)
                #expect(try client.count() == 6)
            }
        }

        @Test("are not given up where a folder cannot be read while the index is made anew")
        func unreadableFolder() throws {
            try DaemonFixture.runUnprivileged { daemon in
                let (folder, lost) = (daemon.root + "folder", daemon.root + "lost.jpg")
                try Disk.makeFolder(folder)
                for serial in 1...3 { try Disk.writePhoto(serial, to: folder + "\(serial).jpg") }
                try Disk.writePhoto(4, to: lost)
                if getuid() == 0 { try Disk.setOwner(folder, 65534) }
                try daemon.start()
                var client = try daemon.connect()
                try client.sync()
                let photos = (1...3).map { folder + "\($0).jpg" }
                let ids = try photos.map { try client.id(of: $0) }
                try daemon.stop()
                for name in try Disk.names(in: daemon.state) where name.display.hasPrefix("index.sqlite") {
                    try Disk.remove(daemon.state.appending(name))
                }
                try Disk.remove(lost)
                try Disk.setMode(folder, 0)
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                try daemon.stop()
                // One was looked for.
                let documents = daemon.state + "photos"
                let text = try Disk.names(in: documents).filter { $0.display.hasSuffix(".json") }
                    .map { String(decoding: try Disk.read(documents.appending($0)), as: UTF8.self) }.joined()
                #expect(text.split(separator: "\"deletedAt\":").count == 2)
                for id in ids { #expect(text.contains(id)) }
                try Disk.setMode(folder, 0o755)
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try photos.map { try client.id(of: $0) } == ids)
            }
        }

        @Test("do not go to what has a photo's path where the index is lost, unless it is that photo")
        func samePathAfterLoss() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let photos = (1...3).map { daemon.root + "\($0).jpg" }
                for (number, photo) in photos.enumerated() { try Disk.writePhoto(number, to: photo) }
                try client.sync()
                let ids = try photos.map { try client.id(of: $0) }
                for id in ids { _ = try client.ask("viewed \(id)") }
                try daemon.stop()
                for name in try Disk.names(in: daemon.state) where name.display.hasPrefix("index.sqlite") {
                    try Disk.remove(daemon.state.appending(name))
                }
                let copy = daemon.scratch.location + "copy"
                // The same content, written in place, and another photo in its stead.
                try Disk.write(try Disk.read(photos[0]), to: copy)
                try Disk.rename(copy, to: photos[0])
                try Disk.writePhoto(11, to: photos[1])
                try Disk.writePhoto(12, to: copy)
                try Disk.rename(copy, to: photos[2])
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try photos[..<2].map { try client.id(of: $0) } == Array(ids[..<2]))
                #expect(try client.id(of: photos[2]) != ids[2])
                #expect(try client.item(photos[2])?["viewed"]?.bool == false)
            }
        }
    }
}
