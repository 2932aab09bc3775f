import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("The group view")
    struct GroupViewTests {
        @Test(
            "photos appear in the folder of their group, move with their description, and go with their file"
        )
        func follows() throws {
            try ViewFixture.run { view, client in
                let root = view.daemon.root
                try Disk.writePhoto(1, to: root + "a.jpg", description: "Beach")
                try Disk.writePhoto(2, to: root + "b.jpg", description: "Beach")
                try Disk.writePhoto(3, to: root + "c.jpg")
                try view.wait(for: ["Beach/a.jpg", "Beach/b.jpg", "Other/c.jpg"])
                #expect(try view.links()["Beach/a.jpg"] == FilePath("./../../photos/a.jpg"))
                #expect(try Disk.read(view.path + "Beach/a.jpg") == Disk.read(root + "a.jpg"))
                // Described anew: the last of a group takes the folder with it.
                try Disk.writePhoto(1, to: root + "a.jpg", description: "Forest")
                try view.wait(for: ["Beach/b.jpg", "Forest/a.jpg", "Other/c.jpg"])
                try Disk.writePhoto(2, to: root + "b.jpg", description: "Forest")
                try view.wait(for: ["Forest/a.jpg", "Forest/b.jpg", "Other/c.jpg"])
                try Waiting.until("the empty folder is gone", below: view.daemon.scratch.location) {
                    Disk.status(view.path + "Beach") == nil
                }
                // Renamed, moved, removed.
                try Disk.rename(root + "a.jpg", to: root + "z.jpg")
                try view.wait(for: ["Forest/b.jpg", "Forest/z.jpg", "Other/c.jpg"])
                try Disk.makeFolder(root + "2016")
                try Disk.rename(root + "z.jpg", to: root + "2016/z.jpg")
                try Waiting.until("the link leads to the new folder", below: view.daemon.scratch.location) {
                    try view.links()["Forest/z.jpg"] == FilePath("./../../photos/2016/z.jpg")
                }
                try Disk.rename(root + "2016", to: root + "2017")
                try Waiting.until("the link leads to the renamed folder", below: view.daemon.scratch.location)
                {
                    try view.links()["Forest/z.jpg"] == FilePath("./../../photos/2017/z.jpg")
                }
                try Disk.removeTree(root + "2017")
                try view.wait(for: ["Forest/b.jpg", "Other/c.jpg"])
                #expect(try client.ask("config").first?["groups"]?["view"]?.string == view.path.display)
            }
        }

        @Test("an override written by hand counts, and only primary files are in it")
        func overridesAndCompanions() throws {
            try ViewFixture.run { view, client in
                let root = view.daemon.root
                try Disk.writePhoto(1, to: root + "a.jpg", description: "Beach")
                try Disk.write("raw", to: root + "a.cr2")
                try view.wait(for: ["Beach/a.jpg"])
                let document = view.daemon.state + "photos/2016-11.json"
                try Waiting.until("the identity document is written", below: view.daemon.scratch.location) {
                    Disk.isFile(document)
                }
                let text = String(decoding: try Disk.read(document), as: UTF8.self)
                let edited = text.split(separator: "{\"id\":", maxSplits: 1, omittingEmptySubsequences: false)
                    .joined(separator: "{\"groupOverride\":\"Sea\",\"id\":")
                try Disk.write(edited, to: document)
                try view.wait(for: ["Sea/a.jpg"])
            }
        }

        @Test("several of one name have numbers, and who has a name keeps it, also when the index is lost")
        func sameNames() throws {
            try ViewFixture.run { view, client in
                let root = view.daemon.root
                for (number, folder) in ["x", "y", "z"].enumerated() {
                    try Disk.makeFolder(root + folder)
                    try Disk.writePhoto(number, to: root + folder + "a.jpg", description: "Beach")
                    try view.wait(for: Array(["Beach/a.jpg", "Beach/a-2.jpg", "Beach/a-3.jpg"][...number]))
                }
                let before = try view.links()
                #expect(before["Beach/a-2.jpg"] == FilePath("./../../photos/y/a.jpg"))
                try Disk.remove(root + "x/a.jpg")
                try view.wait(for: ["Beach/a-2.jpg", "Beach/a-3.jpg"])
                let kept = try view.links()
                try view.daemon.stop()
                try Disk.remove(view.daemon.state + "index.sqlite")
                try view.daemon.start()
                let client = try view.daemon.connect()
                // The new photo shows that everything was looked over.
                try Disk.writePhoto(9, to: root + "b.jpg", description: "Beach")
                try view.wait(for: ["Beach/a-2.jpg", "Beach/a-3.jpg", "Beach/b.jpg"])
                #expect(try view.links().filter { $0.key != "Beach/b.jpg" } == kept)
                try view.waitUntilRight(client)
            }
        }

        @Test("names of any bytes are links like others")
        func oddNames() throws {
            try ViewFixture.run { view, client in
                let names: [[UInt8]] = [
                    [0xFF, 0xFE], Array("new\nline".utf8), Array(" -rf *".utf8), Array("\u{202E}back".utf8),
                    [0x01, 0x22, 0x5C],
                    [UInt8](repeating: 0x61, count: 251),
                ]
                for folder in ["x", "y"] {
                    try Disk.makeFolder(view.daemon.root + folder)
                    for (number, name) in names.enumerated() {
                        let path = (view.daemon.root + folder).appending(FileName(name + Array(".jpg".utf8)))
                        try Disk.writePhoto(number + folder.utf8.count, to: path, description: "Odd")
                    }
                }
                try view.waitUntilRight(client)
                #expect(try view.links().count == 2 * names.count)
            }
        }

        @Test("what others have put there stays, whatever becomes of the photos")
        func foreign() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let view = try ViewFixture(daemon)
                try Disk.makeFolders(view.path + "Beach")
                try Disk.write("mine", to: view.path + "Beach/a.jpg")
                try Disk.makeSymbolicLink(view.path + "Beach/b.jpg", to: FilePath("../../photos/b.jpg"))
                try Disk.makeSymbolicLink(view.path + "Beach/c.jpg", to: daemon.root + "c.jpg")
                try Disk.makeFolder(view.path + "Beach/d.jpg")
                try Disk.write("mine", to: view.path + "Forest")
                try Disk.makeFolder(view.path + "empty")
                for (number, name) in ["a", "b", "c", "d"].enumerated() {
                    try Disk.writePhoto(number, to: daemon.root + "\(name).jpg", description: "Beach")
                }
                try Disk.writePhoto(9, to: daemon.root + "e.jpg", description: "Forest")
                try daemon.start()
                let ours = ["a", "b", "c", "d"].map { "Beach/\($0)-2.jpg" } + ["Forest:2/e.jpg"]
                try view.wait(for: ours)
                try Disk.removeTree(daemon.root)
                try Disk.makeFolder(daemon.root)
                try daemon.connect().sync()
                try view.wait(for: [])
                try Waiting.until("the empty folder is gone", below: daemon.scratch.location) {
                    Disk.status(view.path + "Forest:2") == nil
                }
                #expect(try Disk.names(in: view.path).map(\.display) == ["Beach", "Forest", "empty"])
                #expect(
                    try Disk.names(in: view.path + "Beach").map(\.display) == [
                        "a.jpg", "b.jpg", "c.jpg", "d.jpg",
                    ]
                )
                #expect(try Disk.read(view.path + "Beach/a.jpg") == Array("mine".utf8))
            }
        }

        @Test("what was done to it while photod was stopped is mended at the start")
        func tampered() throws {
            try ViewFixture.run { view, client in
                let root = view.daemon.root
                for (number, name) in ["a", "b", "c", "d"].enumerated() {
                    try Disk.writePhoto(
                        number,
                        to: root + "\(name).jpg",
                        description: number < 3 ? "Beach" : nil
                    )
                }
                let right = ["Beach/a.jpg", "Beach/b.jpg", "Beach/c.jpg", "Other/d.jpg"]
                try view.wait(for: right)
                let before = try view.links()
                try view.daemon.stop()
                // Exchanged, renamed, copied elsewhere, removed with its folder; and a stray one.
                try Disk.exchange(view.path + "Beach/a.jpg", view.path + "Beach/b.jpg")
                try Disk.rename(view.path + "Beach/c.jpg", to: view.path + "Beach/best.jpg")
                try Disk.makeFolder(view.path + "copy")
                try Disk.makeSymbolicLink(view.path + "copy/a.jpg", to: FilePath("./../../photos/a.jpg"))
                try Disk.makeSymbolicLink(view.path + "copy/x.jpg", to: FilePath("./../nowhere"))
                try Disk.removeTree(view.path + "Other")
                try view.daemon.start()
                try view.wait(for: right)
                #expect(try view.links() == before)
                try Waiting.until("the folder of copies is gone", below: view.daemon.scratch.location) {
                    Disk.status(view.path + "copy") == nil
                }
                // Gone as a whole, while photod runs: made anew with the next change.
                try Disk.removeTree(view.path)
                try Disk.writePhoto(9, to: root + "e.jpg")
                try view.wait(for: right + ["Other/e.jpg"])
            }
        }

        @Test(
            "it may be moved and given up: the links of the old one go, also where that was while photod was stopped"
        )
        func reconfigured() throws {
            try ViewFixture.run { view, client in
                let daemon = view.daemon
                try Disk.writePhoto(1, to: daemon.root + "a.jpg", description: "Beach")
                try view.wait(for: ["Beach/a.jpg"])
                try Disk.write("mine", to: view.path + "note")
                let second = try ViewFixture(daemon, at: daemon.scratch.location + "second")
                _ = try client.ask("reload")
                try second.wait(for: ["Beach/a.jpg"])
                try view.wait(for: [])
                #expect(try Disk.names(in: view.path) == [FileName("note")])
                try daemon.configure(libraries: [daemon.root])
                _ = try client.ask("reload")
                try Waiting.until("the second view is gone", below: view.daemon.scratch.location) {
                    Disk.status(second.path) == nil
                }
                #expect(try client.ask("config").first?["groups"]?["view"] == nil)
                try daemon.stop()
                let third = try ViewFixture(daemon, at: daemon.scratch.location + "third")
                try daemon.start()
                try third.wait(for: ["Beach/a.jpg"])
                try daemon.stop()
                try daemon.configure(libraries: [daemon.root])
                try daemon.start()
                try Waiting.until("the third view is gone", below: view.daemon.scratch.location) {
                    Disk.status(third.path) == nil
                }
            }
        }

        @Test("links lead to the files where view and library are reached through symbolic links")
        func throughLinks() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let scratch = daemon.scratch.location
                try Disk.makeFolders(scratch + "disk/deep/photos/inner")
                try Disk.makeFolders(scratch + "other")
                try Disk.makeSymbolicLink(scratch + "library", to: FilePath("disk/deep/photos"))
                try Disk.makeSymbolicLink(scratch + "away", to: scratch + "other")
                let path = scratch + "away/view"
                try Disk.writePhoto(1, to: scratch + "library/inner/a.jpg", description: "Beach")
                try daemon.configure(libraries: [scratch + "library"], more: ViewFixture.option(path))
                try daemon.start()
                let view = try ViewFixture(daemon, at: path)
                try view.wait(for: ["Beach/a.jpg"])
                #expect(
                    try view.links()["Beach/a.jpg"] == FilePath("./../../../disk/deep/photos/inner/a.jpg")
                )
                #expect(try Disk.read(path + "Beach/a.jpg") == Disk.read(scratch + "library/inner/a.jpg"))
            }
        }

        @Test("links to a library that is away stay, also when the index is lost")
        func offline() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let view = try ViewFixture(daemon)
                let second = daemon.scratch.location + "disk/second"
                try Disk.makeFolders(second)
                try daemon.configure(libraries: [daemon.root, second], more: ViewFixture.option(view.path))
                try Disk.writePhoto(1, to: daemon.root + "a.jpg", description: "Beach")
                try Disk.writePhoto(2, to: second + "b.jpg", description: "Beach")
                try daemon.start()
                try view.wait(for: ["Beach/a.jpg", "Beach/b.jpg"])
                try Disk.rename(second.parent, to: daemon.scratch.location + "unplugged")
                try daemon.restart()
                try Disk.writePhoto(3, to: daemon.root + "c.jpg")
                try view.wait(for: ["Beach/a.jpg", "Beach/b.jpg", "Other/c.jpg"])
                try daemon.stop()
                try Disk.remove(daemon.state + "index.sqlite")
                try daemon.start()
                try Disk.writePhoto(4, to: daemon.root + "d.jpg")
                try view.wait(for: ["Beach/a.jpg", "Beach/b.jpg", "Other/c.jpg", "Other/d.jpg"])
                try Disk.rename(daemon.scratch.location + "unplugged", to: second.parent)
                try daemon.restart()
                try Disk.remove(second + "b.jpg")
                try view.wait(for: ["Beach/a.jpg", "Other/c.jpg", "Other/d.jpg"])
            }
        }

        @Test("while its disk is away the log says so once, and it is made when the disk is back")
        func missing() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let view = try ViewFixture(daemon, at: daemon.scratch.location + "disk/view")
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                try daemon.start()
                let said =
                    "the group view is not in step: \(view.path.display): No such file or directory: mount its disk"
                try Waiting.until("the problem is told", below: daemon.scratch.location) {
                    daemon.logText.contains(said)
                }
                let client = try daemon.connect()
                for number in 2..<5 {
                    try Disk.writePhoto(number, to: daemon.root + "\(number).jpg")
                    try client.sync()
                }
                try Disk.makeFolder(daemon.scratch.location + "disk")
                try Disk.writePhoto(9, to: daemon.root + "b.jpg", description: "Beach")
                try view.wait(for: [
                    "Beach/b.jpg", "Other/2.jpg", "Other/3.jpg", "Other/4.jpg", "Other/a.jpg",
                ])
                #expect(daemon.logText.ranges(of: "not in step").count == 1)
                try Waiting.until("the end is told", below: daemon.scratch.location) {
                    daemon.logText.contains("is in step again")
                }
            }
        }

        @Test("a folder that cannot be written keeps only its own links out, and is come to again")
        func unwritable() throws {
            try DaemonFixture.runUnprivileged { daemon in
                let view = try ViewFixture(daemon)
                try Disk.makeFolders(view.path + "Beach")
                if getuid() == 0 { try Disk.setOwner(view.path, 65534) }
                try Disk.setMode(view.path + "Beach", 0o555)
                if getuid() == 0 { try Disk.setOwner(view.path + "Beach", 65534) }
                for (number, group) in ["Beach", "Forest"].enumerated() {
                    try Disk.writePhoto(number, to: daemon.root + "\(number).jpg", description: group)
                }
                try daemon.start()
                try view.wait(for: ["Forest/1.jpg"])
                try Waiting.until("the problem is told", below: daemon.scratch.location) {
                    daemon.logText.contains("Beach/0.jpg: Permission denied: make it writable")
                }
                // What changes meanwhile is followed.
                try Disk.writePhoto(1, to: daemon.root + "1.jpg", description: "Zoo")
                try view.wait(for: ["Zoo/1.jpg"])
                try Disk.setMode(view.path + "Beach", 0o755)
                try view.wait(for: ["Beach/0.jpg", "Zoo/1.jpg"])
                try Waiting.until("the end is told", below: daemon.scratch.location) {
                    daemon.logText.contains("is in step again")
                }
            }
        }

        @Test("a view in a library is refused, at the start and when a library is added around it")
        func refused() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let scratch = daemon.scratch.location
                try Disk.makeFolders(scratch + "around")
                _ = try ViewFixture(daemon, at: daemon.root + "view")
                let process = try daemon.spawn()
                #expect(try process.wait() != .exited(0))
                #expect(
                    daemon.logText.contains(
                        "groups.view: \((daemon.root + "view").display) lies in the library"
                    )
                )
                _ = try ViewFixture(daemon, at: scratch + "around/view")
                try daemon.start()
                let client = try daemon.connect()
                let refusal = try client.refusal("root-add \((scratch + "around").display)")
                #expect(refusal.message.contains("choose a folder beside the library"), "\(refusal)")
            }
        }
    }
}
