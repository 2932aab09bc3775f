import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Links to folders, where they are followed")
    struct FollowedLinksTests {
        @Test(
            "what a link leads to is there under the link's name, from when the options say so until they do not"
        )
        func optionsDecide() throws {
            try LinkedLibrary.run(options: "") { library in
                try Disk.makeFolders(library.outside + "deep")
                try library.write(1, library.outside + "deep/a.jpg")
                try library.write(2, library.root + "own.jpg")
                try library.link("trip", to: library.outside)
                #expect(try library.paths() == ["own.jpg"])

                try Disk.write(LinkedLibrary.following, to: OptionFiles.path(in: library.root))
                #expect(try library.paths() == ["own.jpg", "trip/deep/a.jpg"])
                let ids = try library.ids()
                let item = try #require(try library.client.item(library.root + "trip/deep/a.jpg"))
                #expect(item["source"]?.string == "photos/trip")
                #expect(item["uri"]?.string == (library.root + "trip/deep/a.jpg").uri)
                let linked = try #require(try library.linkedRoots()["trip"])
                #expect(linked["target"]?.string == library.outside.display)
                #expect(linked["state"]?.string == "online")
                #expect(linked["photos"]?.integer == 1)

                try Disk.write("follow-symlinks = false", to: OptionFiles.path(in: library.root))
                #expect(try library.paths() == ["own.jpg"])
                #expect(try library.linkedRoots().isEmpty)
                try Disk.write(LinkedLibrary.following, to: OptionFiles.path(in: library.root))
                #expect(try library.ids() == ids)
            }
        }

        @Test("[[library]] may say so for all of it, and a folder otherwise; reload takes it in")
        func configured() throws {
            try LinkedLibrary.run(options: "") { library in
                try library.write(1, library.outside + "a.jpg")
                try Disk.makeFolder(library.root + "sub")
                try library.link("sub/trip", to: library.outside)
                #expect(try library.paths().isEmpty)
                try library.daemon.configure(
                    libraries: [library.root],
                    libraryOptions: LinkedLibrary.following
                )
                #expect(try library.client.ask("reload").isEmpty)
                #expect(try library.paths() == ["sub/trip/a.jpg"])
                let option = try library.client.ask("options \(library.root.uri)").first {
                    $0["key"]?.string == "follow-symlinks"
                }
                #expect(option?["value"]?.bool == true)
                #expect(option?["from"]?.string == library.daemon.configuration.display)
                // A second time nothing has changed.
                #expect(try library.client.ask("reload").isEmpty)
                #expect(try library.paths() == ["sub/trip/a.jpg"])

                try Disk.write("follow-symlinks = false", to: OptionFiles.path(in: library.root + "sub"))
                #expect(try library.paths().isEmpty)
                try Disk.remove(OptionFiles.path(in: library.root + "sub"))
                #expect(try library.paths() == ["sub/trip/a.jpg"])
                try library.daemon.configure(libraries: [library.root])
                #expect(try library.client.ask("reload").isEmpty)
                #expect(try library.paths().isEmpty)
            }
        }

        @Test("none leads to a folder that files are imported from, from when the configuration names it")
        func importFolder() throws {
            try LinkedLibrary.run { library in
                let inbox = library.outside + "inbox"
                try Disk.makeFolder(inbox)
                try library.write(1, inbox + "a.jpg")
                try library.link("trip", to: inbox)
                #expect(try library.paths() == ["trip/a.jpg"])
                let ids = try library.ids()

                let imports = "[[import]]\npath = \"\(inbox.display)\"\ninto = \"\(library.root.display)\"\n"
                try library.daemon.configure(libraries: [library.root], more: imports)
                #expect(try library.client.ask("reload").isEmpty)
                try library.client.sync()
                #expect(try library.paths() == ["Other/a.jpg"])
                #expect(try Disk.names(in: inbox).isEmpty)
                #expect(try library.linkedRoots().isEmpty)
                #expect(library.daemon.logText.contains("holds or lies in the import folder"))
                #expect(try library.ids() == ids)

                // Nor is one followed that is there at the start.
                try library.daemon.notify.wait(for: "READY=1", from: library.daemon.running)
                try library.daemon.restart()
                try library.write(2, inbox + "b.jpg")
                let client = try library.daemon.connect()
                try client.sync()
                try client.sync()
                #expect(try client.ask("roots").count { $0["target"] != nil } == 0)
                #expect(try client.id(of: library.root + "Other/b.jpg").isEmpty == false)
            }
        }

        @Test(
            "what happens behind a link is seen as it happens, and a link counts from when it is made: 20 times"
        )
        func changes() throws {
            try LinkedLibrary.run { library in
                for round in 0..<20 {
                    let folder = library.outside + "\(round)"
                    try Disk.makeFolder(folder)
                    try library.write(round * 10, folder + "a.jpg")
                    try library.link("trip", to: folder)
                    #expect(try library.paths() == ["trip/a.jpg"])
                    try Disk.makeFolders(folder + "x/y")
                    try library.write(round * 10 + 1, folder + "x/y/b.jpg")
                    try Disk.rename(folder + "a.jpg", to: folder + "x/c.jpg")
                    #expect(try library.paths() == ["trip/x/c.jpg", "trip/x/y/b.jpg"])
                    try Disk.removeTree(folder + "x")
                    #expect(try library.paths().isEmpty)
                    try library.write(round * 10 + 2, folder + "d.jpg")
                    try Disk.remove(library.root + "trip")
                    #expect(try library.paths().isEmpty)
                }
            }
        }

        @Test(
            "a link that is renamed, or whose folder is, takes the ids along, and so does one that replaces its folder"
        )
        func moves() throws {
            try LinkedLibrary.run { library in
                let trip = library.root + "trip"
                try Disk.makeFolders(trip + "deep")
                try library.write(1, trip + "a.jpg")
                try library.write(2, trip + "deep/b.jpg")
                let ids = try library.ids()
                #expect(ids.count == 2)
                // To the larger disk, as one does.
                try Disk.rename(trip, to: library.outside + "trip")
                try library.link("trip", to: library.outside + "trip")
                #expect(try library.ids() == ids)
                #expect(try library.paths() == ["trip/a.jpg", "trip/deep/b.jpg"])

                try Disk.rename(library.root + "trip", to: library.root + "2016")
                #expect(try library.ids() == ids)
                #expect(try library.paths() == ["2016/a.jpg", "2016/deep/b.jpg"])

                try Disk.makeFolder(library.root + "years")
                try Disk.rename(library.root + "2016", to: library.root + "years/2016")
                #expect(try library.paths() == ["years/2016/a.jpg", "years/2016/deep/b.jpg"])
                try Disk.rename(library.root + "years", to: library.root + "all")
                #expect(try library.ids() == ids)
                #expect(try library.paths() == ["all/2016/a.jpg", "all/2016/deep/b.jpg"])

                // Out of sight, and back.
                try Disk.rename(library.root + "all", to: library.daemon.scratch.location + "all")
                #expect(try library.paths().isEmpty)
                try Disk.rename(library.daemon.scratch.location + "all", to: library.root + "all")
                #expect(try library.ids() == ids)
            }
        }

        @Test("a link whose folder comes after it is followed when the folder is there")
        func folderComesLater() throws {
            try LinkedLibrary.run { library in
                try library.link("trip", to: library.outside + "later")
                #expect(try library.paths().isEmpty)
                try Disk.makeFolder(library.outside + "later")
                try library.write(1, library.outside + "later/a.jpg")
                #expect(try library.paths() == ["trip/a.jpg"])
            }
        }

        @Test("a link that is pointed elsewhere brings what is there now")
        func retargeted() throws {
            try LinkedLibrary.run { library in
                for (serial, name) in ["one", "two"].enumerated() {
                    try Disk.makeFolder(library.outside + name)
                    try library.write(serial, library.outside + "\(name)/\(name).jpg")
                }
                try library.link("trip", to: library.outside + "one")
                #expect(try library.paths() == ["trip/one.jpg"])
                for target in ["two", "one", "two"] {
                    // As ln -sfn does.
                    try library.link("new", to: library.outside + target)
                    try Disk.rename(library.root + "new", to: library.root + "trip")
                    #expect(try library.paths() == ["trip/\(target).jpg"])
                }
                // A folder takes its name, and gives it back.
                try Disk.remove(library.root + "trip")
                try Disk.makeFolder(library.root + "trip")
                try library.write(7, library.root + "trip/own.jpg")
                #expect(try library.paths() == ["trip/own.jpg"])
                try Disk.removeTree(library.root + "trip")
                try library.link("trip", to: library.outside + "one")
                #expect(try library.paths() == ["trip/one.jpg"])
            }
        }

        @Test("nothing is there twice, whatever leads to it, and what leads in a circle leads nowhere")
        func loops() throws {
            try LinkedLibrary.run { library in
                try Disk.makeFolders(library.root + "sub/deep")
                try Disk.makeFolders(library.outside + "in/deeper")
                try library.write(1, library.root + "sub/deep/a.jpg")
                try library.write(2, library.outside + "in/deeper/b.jpg")
                try library.link("self", to: FilePath("self"))
                try library.link("here", to: FilePath("."))
                try library.link("up", to: FilePath(".."))
                try library.link("all", to: FilePath("/"))
                try library.link("kernel", to: FilePath("/proc/self"))
                try library.link("state", to: library.daemon.state)
                try library.link("album", to: library.root + "sub")
                try library.link("sub/deep/back", to: library.root)
                try library.link("file.jpg", to: library.root + "sub/deep/a.jpg")
                try library.link("nowhere", to: library.outside + "none")
                #expect(try library.paths() == ["sub/deep/a.jpg"])

                try library.link("trip", to: library.outside + "in")
                try Disk.makeSymbolicLink(library.outside + "in/back", to: library.root)
                try Disk.makeSymbolicLink(library.outside + "in/again", to: library.outside + "in")
                try Disk.makeSymbolicLink(library.outside + "in/deeper/above", to: library.outside)
                #expect(try library.paths() == ["sub/deep/a.jpg", "trip/deeper/b.jpg"])
                // The first that leads there has it; when it goes, another takes over, with the ids.
                let ids = try library.ids()
                try library.link("zweite", to: library.outside + "in")
                try library.link("inner", to: library.outside + "in/deeper")
                #expect(try library.paths() == ["sub/deep/a.jpg", "trip/deeper/b.jpg"])
                try Disk.remove(library.root + "inner")
                try Disk.remove(library.root + "trip")
                #expect(try library.paths() == ["sub/deep/a.jpg", "zweite/deeper/b.jpg"])
                #expect(try library.ids() == ids)
                #expect(try Array(library.linkedRoots().keys) == ["zweite"])
            }
        }

        @Test("a link behind a link is followed too")
        func chains() throws {
            try LinkedLibrary.run { library in
                for (serial, name) in ["one", "two"].enumerated() {
                    try Disk.makeFolder(library.outside + name)
                    try library.write(serial, library.outside + "\(name)/\(name).jpg")
                }
                try Disk.makeFolder(library.outside + "one/sub")
                try Disk.makeSymbolicLink(library.outside + "one/sub/next", to: library.outside + "two")
                try library.link("trip", to: library.outside + "one")
                #expect(try library.paths() == ["trip/one.jpg", "trip/sub/next/two.jpg"])
                #expect(try library.linkedRoots().keys.sorted() == ["trip", "trip/sub/next"])
                try Disk.remove(library.root + "trip")
                #expect(try library.paths().isEmpty)
            }
        }

        @Test("options of the folders above count behind a link as well")
        func options() throws {
            try LinkedLibrary.run { library in
                try Disk.makeFolders(library.root + "years")
                try Disk.makeFolders(library.outside + "exports")
                try library.write(1, library.outside + "a.jpg")
                try library.write(2, library.outside + "b_edited.jpg")
                try library.write(3, library.outside + "exports/c.jpg")
                try library.link("years/trip", to: library.outside)
                #expect(try library.paths().count == 3)
                let photo = library.root + "years/trip/a.jpg"
                #expect(try library.client.group(of: photo) == nil)

                let options = OptionFiles.path(in: library.root + "years")
                try Disk.write(
                    "group = \"Beach\"\nignore = [\"*_edited.jpg\", \"/trip/exports\"]",
                    to: options
                )
                #expect(try library.paths() == ["years/trip/a.jpg"])
                #expect(try library.client.group(of: photo) == "Beach")
                let told = try library.client.ask("options \((library.root + "years/trip").uri)")
                #expect(told.first?["from"]?.string == options.display, "\(told.json)")
                // Its own are nearer.
                try Disk.write("group = \"Sea\"", to: OptionFiles.path(in: library.outside))
                try library.client.sync()
                #expect(try library.client.group(of: photo) == "Sea")
                let own = try library.client.ask("options \((library.root + "years/trip").uri)").first
                #expect(own?["from"]?.string == (library.root + "years/trip/.photod.toml").display)

                try Disk.write("ignore = [\"trip\"]", to: options)
                #expect(try library.paths().isEmpty)
                try Disk.remove(options)
                #expect(try library.paths().count == 3)
                try Disk.write("", to: library.root + "years/.nomedia")
                #expect(try library.paths().isEmpty)
                try Disk.remove(library.root + "years/.nomedia")
                #expect(try library.paths().count == 3)
            }
        }
    }
}
