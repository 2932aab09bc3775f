import Foundation
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Ids are kept for life")
    struct IdentityTests {
        @Test("across renames, moves, renamed folders and a restart; a copy gets its own")
        func survivesMoves() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let folder = daemon.root + "2016"
                try Disk.makeFolder(folder)
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                try client.sync()
                let id = try client.id(of: daemon.root + "a.jpg")
                try Disk.rename(daemon.root + "a.jpg", to: daemon.root + "b.jpg")
                try client.sync()
                #expect(try client.id(of: daemon.root + "b.jpg") == id)
                try Disk.rename(daemon.root + "b.jpg", to: folder + "c.jpg")
                try client.sync()
                #expect(try client.id(of: folder + "c.jpg") == id)
                try Disk.rename(folder, to: daemon.root + "renamed")
                try client.sync()
                let place = daemon.root + "renamed/c.jpg"
                #expect(try client.id(of: place) == id)
                try Disk.writePhoto(1, to: daemon.root + "copy.jpg")
                try client.sync()
                #expect(try client.id(of: daemon.root + "copy.jpg") != id)
                try daemon.restart()
                client = try daemon.connect()
                try client.sync()
                #expect(try client.id(of: place) == id)
            }
        }

        @Test("across moves made while the daemon is stopped, of a file and of a folder")
        func survivesMovesUnseen() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let folder = daemon.root + "folder"
                try Disk.makeFolder(folder)
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                try Disk.writePhoto(2, to: folder + "b.jpg")
                try client.sync()
                let first = try client.id(of: daemon.root + "a.jpg")
                let second = try client.id(of: folder + "b.jpg")
                try daemon.stop()
                try Disk.makeFolder(daemon.root + "new")
                try Disk.rename(daemon.root + "a.jpg", to: daemon.root + "new/z.jpg")
                try Disk.rename(folder, to: daemon.root + "new/folder")
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try client.id(of: daemon.root + "new/z.jpg") == first)
                #expect(try client.id(of: daemon.root + "new/folder/b.jpg") == second)
                #expect(try client.count() == 2)
            }
        }

        @Test(
            "by a video that changes places with the RAW file of a pair whose JPEG went",
            arguments: [true, false]
        )
        func survivesExchangeWithPart(isSeen: Bool) throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let (jpeg, raw) = (daemon.root + "IMG_1.jpg", daemon.root + "IMG_1.NEF")
                let video = daemon.root + "sub/v.mp4"
                try Disk.makeFolder(daemon.root + "sub")
                try Disk.writePhoto(1, to: jpeg)
                try Disk.write("a RAW file", to: raw)
                try Disk.write("a video", to: video)
                try client.sync()
                let id = try client.id(of: video)
                if !isSeen { try daemon.stop() }
                try Disk.remove(jpeg)
                try Disk.exchange(video, raw)
                if !isSeen { try daemon.start() }
                client = try daemon.connect()
                try client.sync()
                #expect(try client.id(of: raw) == id)
                #expect(try client.id(of: video) != id)
                #expect(try client.count() == 2)
            }
        }

        @Test("across an editor's replacement, a swap of two names, and a move over another photo")
        func survivesReplacement() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let (first, second) = (daemon.root + "a.jpg", daemon.root + "b.jpg")
                try Disk.writePhoto(1, to: first)
                try Disk.writePhoto(2, to: second)
                try client.sync()
                let (idOfFirst, idOfSecond) = (try client.id(of: first), try client.id(of: second))
                try Disk.writePhoto(3, to: daemon.scratch.location + "edited")
                try Disk.rename(daemon.scratch.location + "edited", to: first)
                try client.sync()
                #expect(try client.id(of: first) == idOfFirst)
                try Disk.exchange(first, second)
                try client.sync()
                #expect(try client.id(of: first) == idOfSecond)
                #expect(try client.id(of: second) == idOfFirst)
                try Disk.rename(second, to: first)
                try client.sync()
                #expect(try client.id(of: first) == idOfFirst)
                #expect(try client.refusal("photo \(idOfSecond)").replyCode == .noSuch)
            }
        }

        @Test("across an editor's save by way of a name that photod looks at, marks included")
        func survivesVisibleTemporaryNames() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let path = daemon.root + "a.jpg"
                try Disk.writePhoto(0, to: path)
                try client.sync()
                let id = try client.id(of: path)
                _ = try client.ask("viewed \(id)")
                for (save, isSeen) in [true, false, true, false].enumerated() {
                    try Disk.writePhoto(1 + save, to: daemon.root + "a.jpg.tmp.jpg")
                    if isSeen { try client.sync() }
                    try Disk.rename(daemon.root + "a.jpg.tmp.jpg", to: path)
                    try client.sync()
                    #expect(try client.id(of: path) == id)
                    #expect(try client.item(path)?["viewed"]?.bool == true)
                    #expect(try client.count() == 1)
                }
            }
        }

        @Test("across deletion and restore")
        func survivesRestore() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let path = daemon.root + "a.jpg"
                try Disk.writePhoto(1, to: path)
                try client.sync()
                let id = try client.id(of: path)
                _ = try client.ask("viewed \(id)")
                let bytes = try Disk.read(path)
                try Disk.remove(path)
                try client.sync()
                #expect(try client.count() == 0)
                try Disk.makeFolder(daemon.root + "restored")
                try Disk.write(bytes, to: daemon.root + "restored/b.jpg")
                try client.sync()
                let item = try #require(try client.item(daemon.root + "restored/b.jpg"))
                #expect(item["id"]?.string == id)
                #expect(item["viewed"]?.bool == true)
            }
        }

        @Test(
            "by bytes that are put elsewhere after their photo had changed places with another, before anybody looked",
            arguments: [true, false],
            ["0/a.jpg", "z/a.jpg", "c.jpg"]
        )
        func survivesExchangeAndRestore(isRunning: Bool, target: String) throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let (first, second) = (daemon.root + "a.jpg", daemon.root + "sub/b.jpg")
                for folder in ["0", "sub", "z"] { try Disk.makeFolder(daemon.root + folder) }
                try Disk.writePhoto(1, to: first)
                try Disk.writePhoto(2, to: second)
                try client.sync()
                let (idOfFirst, idOfSecond) = (try client.id(of: first), try client.id(of: second))
                _ = try client.ask("viewed \(idOfFirst) \(idOfSecond)")
                let bytes = try Disk.read(first)
                if !isRunning { try daemon.stop() }
                try Disk.exchange(first, second)
                try Disk.remove(second)
                try Disk.write(bytes, to: daemon.root + target)
                if !isRunning { try daemon.start() }
                client = try daemon.connect()
                try client.sync()
                #expect(try client.id(of: first) == idOfSecond)
                #expect(try client.id(of: daemon.root + target) == idOfFirst)
                #expect(try client.allItems().map { $0["viewed"]?.bool } == [true, true])
            }
        }

        @Test("across the loss of the index: ids and viewed marks come back from the documents")
        func survivesTheIndex() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                for serial in 0..<20 { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
                try client.sync()
                let ids = try client.allItems().compactMap { $0["id"]?.string }.sorted()
                _ = try client.ask("viewed \(ids[0]) \(ids[1])")
                try daemon.stop()
                try daemon.loseIndex()
                try Disk.rename(daemon.root + "3.jpg", to: daemon.root + "moved.jpg")
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                let items = try client.allItems()
                #expect(items.compactMap { $0["id"]?.string }.sorted() == ids)
                let viewed = items.filter { $0["viewed"]?.bool == true }.compactMap { $0["id"]?.string }
                #expect(Set(viewed) == Set(ids[..<2]))
            }
        }

        @Test("across the loss of the index while its folder is moved and it is copied: the copies are new")
        func survivesTheIndexBesideCopies() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                try Disk.makeFolder(daemon.root + "trip")
                let names = (0..<20).map { "\($0).jpg" }
                for (serial, name) in names.enumerated() {
                    try Disk.writePhoto(serial, to: daemon.root + "trip/" + name)
                }
                try client.sync()
                let ids = try names.map { try client.id(of: daemon.root + "trip/" + $0) }
                _ = try client.ask("viewed " + ids.joined(separator: " "))
                try client.sync()
                try daemon.stop()
                try daemon.loseIndex()
                try Disk.makeFolders(daemon.root + "later/copies")
                // In the folder above, in one deeper, and where it was.
                try Disk.rename(daemon.root + "trip", to: daemon.root + "later/moved")
                try Disk.makeFolder(daemon.root + "trip")
                for (serial, name) in names.enumerated() {
                    let folder = ["", "later/copies/", "trip/"][serial % 3]
                    try Disk.write(
                        try Disk.read(daemon.root + "later/moved/" + name),
                        to: daemon.root + folder + name
                    )
                }
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                let after = try names.map { try client.id(of: daemon.root + "later/moved/" + $0) }
                let wrong = zip(ids, after).count { $0 != $1 }
                #expect(wrong == 0, "\(wrong) of \(ids.count)")
                let viewed = try client.allItems().filter { $0["viewed"]?.bool == true }
                #expect(Set(viewed.compactMap { $0["id"]?.string }) == Set(ids))
                #expect(try client.count() == 40)
            }
        }

        @Test("across kill -9, and a clock from before it is honoured or called fresh, never wrong")
        func survivesKilling() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                for serial in 0..<50 { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
                let clock = try client.sync()
                let ids = try client.allItems().compactMap { $0["id"]?.string }.sorted()
                try daemon.kill()
                try Disk.remove(daemon.root + "0.jpg")
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                let now = Set(try client.allItems().compactMap { $0["id"]?.string })
                #expect(now.count == 49)
                #expect(now.isSubset(of: ids))
                var known = Set(ids)
                var lines = try client.ask("changes since=\(clock)")
                let last = lines.popLast()
                let end = try #require(last)
                if end["isFreshInstance"]?.bool == true { known = [] }
                for line in lines {
                    let id = try #require(line["id"]?.string)
                    if line["change"]?.string == "deleted" { known.remove(id) } else { known.insert(id) }
                }
                #expect(known == now)
            }
        }

        @Test("the documents are JSON anybody can read, and nothing rewrites them without need")
        func writesPlainJSON() throws {
            try DaemonFixture.run { daemon in
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: daemon.root + "a.jpg")
                try daemon.stop()
                let path = daemon.state + "photos/2016-11.json"
                let bytes = try Disk.read(path)
                let document = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
                #expect(document?["version"] as? Int == 1)
                #expect(document?["month"] as? String == "2016-11")
                let photos = document?["photos"] as? [[String: Any]]
                #expect(photos?.first?["id"] as? String == id)
                #expect(photos?.first?["file"] as? String == "a.jpg")
                try daemon.start()
                try daemon.connect().sync()
                try daemon.stop()
                #expect(try Disk.read(path) == bytes)
            }
        }
    }
}
