import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import PhotodConfiguration

@Suite("Added roots")
struct AddedRootsTests {
    @Test("are read as they were written, whatever their bytes")
    func roundTrip() throws {
        let directory = try TemporaryFolder()
        #expect(try AddedRoots.load(stateDirectory: directory.location) == AddedRoots())
        let roots = AddedRoots([
            .init(path: FilePath([0x2F, 0xFF, 0x0A, 0x22]), name: "odd \"name\"\n\\ \u{1} é"),
            .init(path: FilePath("/mnt/café"), name: "café"),
        ])
        try roots.save(stateDirectory: directory.location)
        #expect(try AddedRoots.load(stateDirectory: directory.location) == roots)
        let file = AddedRoots.file(in: directory.location)
        let text = String(decoding: try HostFiles.local.contents(file), as: UTF8.self)
        #expect(text.hasPrefix("{\"version\":1,\"roots\":[{\"path\":\"/%FF%0A%22\",\"name\":"))
        #expect(text.contains("{\"path\":\"/mnt/caf%C3%A9\",\"name\":\"café\"}"))

        try AddedRoots().save(stateDirectory: directory.location)
        #expect(try AddedRoots.load(stateDirectory: directory.location) == AddedRoots())
        #expect(HostFiles.local.kind(FilePath(file.bytes + Array(".tmp".utf8))) == .missing)
    }

    @Test("are the user's alone to read")
    func mode() throws {
        let directory = try TemporaryFolder()
        try AddedRoots().save(stateDirectory: directory.location)
        let status = try #require(Disk.status(AddedRoots.file(in: directory.location)))
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test(
        "in a broken file say what is broken and what to do",
        arguments: [
            ("", "it is not the JSON that photod writes"), ("{", "it is not the JSON that photod writes"),
            ("[]", "it is not the JSON that photod writes"),
            ("{\"roots\":[]}", "it is not the JSON that photod writes"),
            (
                "{\"version\":1,\"roots\":[{\"path\":\"/%4\",\"name\":\"x\"}]}",
                "\"/%4\" is no percent-encoded absolute path"
            ),
            (
                "{\"version\":1,\"roots\":[{\"path\":\"photos\",\"name\":\"x\"}]}",
                "\"photos\" is no percent-encoded absolute path"
            ),
            (
                "{\"version\":1,\"roots\":[{\"path\":\"/a/../b\",\"name\":\"x\"}]}",
                "the root \"/a/../b\" holds .. or has no name"
            ),
            ("{\"version\":0,\"roots\":[]}", "it has version 0, which no photod writes"),
            (
                "{\"version\":1,\"roots\":[{\"path\":\"/a\",\"name\":\"\"}]}",
                "the root \"/a\" holds .. or has no name"
            ),
        ]
    )
    func broken(text: String, expected: String) throws {
        let directory = try TemporaryFolder()
        let file = try directory.write("roots.json", text)
        let said = message { () throws(AddedRootsError) in
            try AddedRoots.load(stateDirectory: directory.location)
        }
        #expect(
            said
                == "\(file.display): \(expected); mend it, or remove it and add the roots again with photoctl roots add"
        )
    }

    @Test("of a later version are left alone, and the newer photod is named")
    func newer() throws {
        let directory = try TemporaryFolder()
        let file = try directory.write("roots.json", "{\"version\":2,\"roots\":[]}")
        let said = message { () throws(AddedRootsError) in
            try AddedRoots.load(stateDirectory: directory.location)
        }
        #expect(
            said
                == "\(file.display) has version 2, this photod knows version 1 only; install the newer photod again"
        )
    }

    @Test("that cannot be kept say so and leave the old file alone")
    func unwritable() throws {
        let directory = try TemporaryFolder()
        let state = directory.location.appending(FileName("missing"))
        let said = message { () throws(AddedRootsError) in try AddedRoots().save(stateDirectory: state) }
        #expect(
            said
                == "\(state.display)/roots.json cannot be written: No such file or directory; it went away meanwhile; try again"
        )

        _ = directory.location.appending(FileName("roots.json")).withCString { mkdir($0, 0o700) }
        let second = message { () throws(AddedRootsError) in
            try AddedRoots().save(stateDirectory: directory.location)
        }
        #expect(second.contains("roots.json cannot be written: Is a directory"))
        #expect(HostFiles.local.kind(directory.location.appending(FileName("roots.json.tmp"))) == .missing)
        for (code, remedy) in [
            (EACCES, "make the state directory writable"), (EROFS, "mount it writable"),
            (EDQUOT, "free some space"),
        ] {
            #expect("\(AddedRootsError.unwritable(state, code))".contains("; \(remedy)"))
        }
    }
}

@Suite("The real file system")
struct HostFilesTests {
    @Test("answers for folders, files, links and what is missing")
    func kinds() throws {
        let directory = try TemporaryFolder()
        let file = try directory.write("a.toml", "x = 1")
        let link = directory.location.appending(FileName("link"))
        #expect(file.withCString { from in link.withCString { symlink(from, $0) } } == 0)
        let files = HostFiles.local
        #expect(
            files.kind(directory.location) == .directory && files.kind(file) == .file
                && files.kind(link) == .file
        )
        #expect(files.kind(directory.location.appending(FileName("none"))) == .missing)
        #expect(files.kind(file.appending(FileName("none"))) == .missing)
        #expect(files.resolved(link) == files.resolved(file))
        #expect(files.resolved(directory.location.appending(FileName("none"))) == nil)
    }

    @Test("reads regular files of moderate size only")
    func contents() throws {
        let directory = try TemporaryFolder()
        let file = try directory.write("a.toml", "x = 1")
        #expect(try HostFiles.local.contents(file) == Array("x = 1".utf8))
        #expect(throws: FileReadError.notAFile) { try HostFiles.local.contents(directory.location) }
        #expect(throws: FileReadError.missing) {
            try HostFiles.local.contents(directory.location.appending(FileName("none")))
        }
        let pipe = directory.location.appending(FileName("pipe"))
        #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
        #expect(throws: FileReadError.notAFile) { try HostFiles.local.contents(pipe) }
        let big = try directory.write("big", String(repeating: "x", count: (4 << 20) + 1))
        #expect(throws: FileReadError.tooLarge) { try HostFiles.local.contents(big) }
    }

    @Test("has a home and a working directory")
    func environment() throws {
        let environment = ProcessEnvironment.current()
        #expect(environment.homeDirectory?.bytes.first == UInt8(ascii: "/"))
        #expect(environment.workingDirectory?.bytes.first == UInt8(ascii: "/"))
    }
}
