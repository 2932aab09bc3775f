import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Links to folders, where they are followed, in haste")
    struct FollowedLinksRaceTests {
        @Test("a root that is removed while its links are being followed leaves nothing behind")
        func removedMeanwhile() throws {
            try LinkedLibrary.run { library in
                let other = library.daemon.scratch.location + "other"
                try Disk.makeFolder(other)
                try Disk.write(LinkedLibrary.following, to: OptionFiles.path(in: other))
                for number in 0..<60 {
                    try Disk.makeFolder(library.outside + "\(number)")
                    try library.write(number, library.outside + "\(number)/a.jpg")
                    try Disk.makeSymbolicLink(other + "\(number)", to: library.outside + "\(number)")
                }
                for _ in 0..<6 {
                    _ = try library.client.ask("root-add \(other.display)")
                    _ = try library.client.ask("root-remove \(other.display)")
                    #expect(try library.paths().isEmpty)
                    #expect(try library.client.ask("roots").count == 1)
                }
                _ = try library.client.ask("root-add \(other.display)")
                try library.client.sync()
                #expect(try library.client.count() == 60)
            }
        }

        @Test("what links behind a link lead to is there again when the link is made anew: 40 times")
        func nestedAgain() throws {
            try LinkedLibrary.run { library in
                for name in ["a/in", "b/in", "c"] { try Disk.makeFolders(library.outside + name) }
                for (serial, name) in ["a", "b", "c"].enumerated() {
                    try library.write(serial, library.outside + "\(name)/\(name).jpg")
                }
                try Disk.makeSymbolicLink(library.outside + "a/in/next", to: library.outside + "b")
                try Disk.makeSymbolicLink(library.outside + "b/in/next", to: library.outside + "c")
                try library.link("link", to: library.outside + "a")
                let ids = try library.ids()
                #expect(ids.count == 3)
                for round in 0..<40 {
                    for _ in 0...round % 3 {
                        try Disk.remove(library.root + "link")
                        if round.isMultiple(of: 2) { _ = try library.client.ask("ping") }
                        try library.link("link", to: library.outside + "a")
                    }
                    #expect(try library.ids() == ids)
                    #expect(
                        try library.paths() == [
                            "link/a.jpg", "link/in/next/b.jpg", "link/in/next/in/next/c.jpg",
                        ]
                    )
                }
            }
        }

        @Test("a photo that a link takes the place of is gone, whatever the link leads to")
        func photoBecomesLink() throws {
            try LinkedLibrary.run { library in
                try library.write(1, library.outside + "a.jpg")
                for (serial, name) in ["folder", "file", "nothing"].enumerated() {
                    try library.write(10 + serial, library.root + "\(name).jpg")
                }
                try library.link("new", to: library.outside)
                #expect(try library.paths().count == 4)
                try Disk.rename(library.root + "new", to: library.root + "folder.jpg")
                try library.link("new", to: library.outside + "a.jpg")
                try Disk.rename(library.root + "new", to: library.root + "file.jpg")
                try Disk.remove(library.root + "nothing.jpg")
                try library.link("nothing.jpg", to: library.outside + "none")
                #expect(try library.paths() == ["folder.jpg/a.jpg"])
            }
        }

        @Test("links in a folder that is called like a photo go along with it")
        func folderLikePhoto() throws {
            try LinkedLibrary.run { library in
                try library.write(1, library.outside + "a.jpg")
                try Disk.makeFolder(library.root + "p.jpg")
                try library.link("p.jpg/trip", to: library.outside)
                let ids = try library.ids()
                #expect(try library.paths() == ["p.jpg/trip/a.jpg"])
                try Disk.rename(library.root + "p.jpg", to: library.root + "z")
                #expect(try library.paths() == ["z/trip/a.jpg"])
                try Disk.rename(library.root + "z", to: library.root + "q.png")
                #expect(try library.paths() == ["q.png/trip/a.jpg"])
                #expect(try library.ids() == ids)
                try Disk.removeTree(library.root + "q.png")
                #expect(try library.paths().isEmpty)
            }
        }
    }
}
