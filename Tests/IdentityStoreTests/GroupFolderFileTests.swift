import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import IdentityStore

@Suite("The file of folder names")
struct GroupFolderFileTests {
    private let directory: TemporaryFolder
    private let file: GroupFolderFile
    /// 2026-11-21T07:45:00Z
    private let time: Int64 = 1_795_247_100

    init() throws {
        directory = try TemporaryFolder()
        file = try GroupFolderFile(directory: directory.location)
    }

    @Test("gives back what it was given, whatever the groups are called")
    func roundTrip() throws {
        #expect(try file.load(at: time) == GroupFolderDocument())
        let folders = [
            "": "Group", "a\"b\\c\n\u{1}\0": "a_b", "É 日本 🏖️": "É 日本 🏖️", "beach": "beach ~4c81f6", "a": "x",
        ]
        #expect(try file.save(folders))
        #expect(try file.load(at: time) == GroupFolderDocument(folders: folders))
        #expect(try directory.names == ["folders.json"])
    }

    @Test("has a group a line, in order, and is the user's alone to read")
    func form() throws {
        try file.save(["b": "b", "a": "a", "B": "B ~123456"])
        let expected =
            #"{"version":1,"folders":{"# + "\n\"B\":\"B ~123456\",\n\"a\":\"a\",\n\"b\":\"b\"\n}}\n"
        #expect(try directory.text("folders.json") == expected)
        let attributes = try FileManager.default.attributesOfItem(atPath: directory.path("folders.json"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try file.save([:])
        #expect(try file.load(at: time) == GroupFolderDocument())
    }

    @Test("is written only when it says something else")
    func unchanged() throws {
        func inode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: directory.path("folders.json"))[
                .systemFileNumber
            ]
                as? Int
        }
        #expect(try file.save(["a": "a", "b": "b"]))
        let first = try inode()
        #expect(try !file.save(["b": "b", "a": "a"]))
        #expect(try !GroupFolderFile(directory: directory.location).save(["b": "b", "a": "a"]))
        #expect(try inode() == first)
        #expect(try file.save(["a": "a", "b": "c"]))
        #expect(try file.load(at: time).folders == ["a": "a", "b": "c"])
    }

    @Test("is whole after a run that ended while writing it")
    func leftover() throws {
        try file.save(["a": "a"])
        try directory.write(".folders.json.tmp", "{\"versi")
        #expect(try file.load(at: time).folders == ["a": "a"])
        try file.save(["a": "b"])
        #expect(try directory.names == ["folders.json"])
        #expect(try file.load(at: time).folders == ["a": "b"])
    }

    @Test(
        "is moved aside when it is damaged, loudly, and begun anew",
        arguments: [
            "", "{", "[]", "{}", #"{"version":1}"#, #"{"version":1,"folders":[]}"#,
            #"{"version":0,"folders":{}}"#,
            #"{"version":1,"folders":{"a":"b"}"#, #"{"version":1,"folders":{"a":"b",}}"#,
        ]
    )
    func damaged(text: String) throws {
        for suffix in ["", "-2"] {
            try directory.write("folders.json", text)
            let document = try file.load(at: time)
            #expect(document.folders.isEmpty)
            let aside = "folders.json.broken-20261121T074500Z" + suffix
            #expect(try directory.text(aside) == text)
            let problem = try #require(document.problems.first)
            #expect(problem.contains("folders.json is damaged at line 1: "))
            #expect(problem.contains("moved to \(directory.path(aside)) and is begun anew"))
            #expect(problem.contains("stop photod, mend that copy and put it back"))
        }
        #expect(try file.load(at: time) == GroupFolderDocument())
        try file.save(["a": "a"])
        #expect(try file.load(at: time).folders == ["a": "a"])
    }

    @Test("leaves out lines that make no sense, and names them")
    func senseless() throws {
        let path = try directory.write(
            "folders.json",
            """
            {"folders":{
            "a": "one",
            "b": 7,
            "a": "two",
            "c": "\\ud800",
            "d": "four"
            }, "note": [{}], "version": 1}
            """
        )
        let document = try file.load(at: time)
        #expect(document.folders == ["a": "one", "d": "four"])
        #expect(
            document.problems == [
                "\(path.display): line 3: a folder's name in quotes is expected; the line is ignored",
                "\(path.display): line 4: the group \"a\" is there twice; the first line counts",
                "\(path.display): line 5: half a character (a lone surrogate); the line is ignored",
            ]
        )
    }

    @Test("of a later version is refused and left alone")
    func laterVersion() throws {
        let path = try directory.write("folders.json", #"{"version":2,"names":7}"#)
        #expect(throws: IdentityStoreError.newerVersion(path: path.display, version: 2)) {
            try file.load(at: time)
        }
        #expect(try directory.names == ["folders.json"])
    }

    @Test("that cannot be written names the file and the remedy, and leaves nothing behind")
    func unwritable() throws {
        try directory.makeDirectory("folders.json")
        let error = try #require(throws: IdentityStoreError.self) { try file.save(["a": "a"]) }
        #expect(
            error.description.contains("cannot replace \(directory.path("folders.json")): Is a directory")
        )
        #expect(error.description.contains("--state-dir"))
        #expect(try directory.names == ["folders.json"])
        #expect(throws: IdentityStoreError.self) { try file.load(at: time) }
    }
}
