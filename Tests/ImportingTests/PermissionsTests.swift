import Files
import ImportRules
import PhotoModel
import TestSupport
import Testing

@testable import Importing

@Suite("Permissions of what is imported")
struct PermissionsTests {
    /// Owner rw, a user of that number rwx, the group as given, mask rwx, others nothing.
    private static func list(group: UInt8) -> [UInt8] {
        func entry(_ tag: UInt8, _ permissions: UInt8, _ id: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]) -> [UInt8] {
            [tag, 0, permissions, 0] + id
        }
        return [2, 0, 0, 0] + entry(0x01, 6) + entry(0x02, 7, [3, 0xFA, 0, 0]) + entry(0x04, group)
            + entry(0x10, 7) + entry(0x20, 0)
    }

    private static let listName = "system.posix_acl_access"

    // MARK: - What is decided

    @Test("what is made beside a file is for nobody whom its access control list alone lets in")
    func beside() throws {
        let folder = try TemporaryFolder()
        let path = folder.location("a.mp4")
        try Disk.write("a video", to: path)
        try Disk.setMode(path, 0o640)
        let name = FileName("a.jpg")
        for list in [nil, Self.list(group: 4)] {
            if let list, try !Attribute.set(Self.listName, list, of: path) { continue }
            let made = try Folder(folder.location).create(name)
            try made.beReadable(like: FileAccess(of: OpenFile(reading: path)))
            #expect(try made.status().mode & 0o7777 == 0o640)
            try Disk.remove(folder.location.appending(name))
        }
    }

    @Test("the default list of a folder lets nobody into what is made like a file that has none")
    func inherited() throws {
        let scratch = try TemporaryFolder()
        let folder = try Folder(scratch.location)
        let path = scratch.location("a.mp4")
        try Disk.write("a video", to: path)
        try Disk.setMode(path, 0o640)
        guard try Attribute.set("system.posix_acl_default", Self.list(group: 4), of: scratch.location) else {
            return print("SKIPPED: this file system has no access control lists")
        }
        let like = try OpenFile(reading: path)
        for (name, isBeside) in [("a.jpg", true), ("a.new", false)] {
            let made = try folder.create(FileName(name))
            if isBeside {
                try made.beReadable(like: FileAccess(of: like))
            } else {
                #expect(try made.takeAttributes(of: like, like.status()).all)
            }
            #expect(try made.status().mode & 0o7777 == 0o640, "\(name)")
            let place = scratch.location(name)
            #expect(throws: SystemFailure.self, "\(name)") { try Attribute.get(Self.listName, of: place) }
        }
        // Whom the folder let into the photo it lets into what lies beside it.
        try Disk.write("another video", to: scratch.location("b.mp4"))
        try Disk.setMode(scratch.location("b.mp4"), 0o640)
        let made = try folder.create(FileName("b.jpg"))
        try made.beReadable(like: FileAccess(of: OpenFile(reading: scratch.location("b.mp4"))))
        #expect(try Attribute.get(Self.listName, of: scratch.location("b.jpg")).count == 4 + 5 * 8)
        #expect(try made.status().mode & 0o7777 == 0o640)
    }

    /// A photo that has the default list of its folder; `nil` where there are no lists.
    private static func photoWithList(in scratch: TemporaryFolder) throws -> FilePath? {
        guard try Attribute.set("system.posix_acl_default", list(group: 0), of: scratch.location) else {
            return nil
        }
        let photo = scratch.location("a.jpg")
        try Disk.write("a photo", to: photo)
        try Disk.setMode(photo, 0o640)
        return photo
    }

    @Test("whom the default list of a folder lets into a photo it lets into what lies beside it")
    func inheritedBeside() throws {
        let scratch = try TemporaryFolder()
        guard let photo = try Self.photoWithList(in: scratch) else {
            return print("SKIPPED: this file system has no access control lists")
        }
        let folder = try Folder(scratch.location)
        try folder.create(FileName("a.jpg.xmp")).beReadable(like: FileAccess(of: OpenFile(reading: photo)))
        let list = try Attribute.get(Self.listName, of: photo)
        #expect(try Attribute.get(Self.listName, of: scratch.location("a.jpg.xmp")) == list)
    }

    @Test(
        "what a stranger's photo and its copy have from one folder the copy keeps",
        .enabled(if: OtherUser.isPossible, "only root can be several users")
    )
    func inheritedCopy() throws {
        let scratch = try TemporaryFolder()
        guard let photo = try Self.photoWithList(in: scratch) else {
            return print("SKIPPED: this file system has no access control lists")
        }
        let folder = try Folder(scratch.location)
        try Disk.setOwner(photo, OtherUser.stranger)
        let old = try OpenFile(reading: photo)
        #expect(try folder.create(FileName("a.new")).takeAttributes(of: old, old.status()).all)
        let list = try Attribute.get(Self.listName, of: photo)
        #expect(try Attribute.get(Self.listName, of: scratch.location("a.new")) == list)
    }

    @Test(
        "a file that may not be changed is told so, and a copy of it is made",
        arguments: ImportAction.allCases
    )
    func immutable(action: ImportAction) throws {
        let trial = try Trial()
        try trial.write("a.jpg", "a photo")
        let path = trial.inbox + "a.jpg"
        guard action != .reflink, try Attribute.mark(path, 0x10) else { return }
        defer { _ = try? Attribute.mark(path, 0) }
        let outcomes = try trial.outcomes(trial.plan([try trial.unit("a.jpg")], action: action), action)
        if action == .copy {
            #expect(Disk.isFile(trial.library + "Beach/a.jpg"))
        } else {
            #expect(outcomes == [.refused(.immutable(path))])
        }
    }

    @Test("nobody may do more with a copy than with its source, whatever could not be kept")
    func neverMore() {
        for mode in UInt32(0)...0o7777 {
            let (group, others) = (mode >> 3 & 7, mode & 7)
            for listed in UInt8(0)...7 {
                let bits = Permissions.mode(
                    0o100_000 | mode,
                    without: AccessList(bytes: Self.list(group: listed))
                )
                #expect(bits == 0o100_000 | mode & 0o707 | (group & UInt32(listed)) << 3)
            }
            let plain = Permissions.mode(mode, without: nil)
            #expect(plain == mode & 0o777)
            let moved = Permissions.modeInAnotherGroup(mode)
            #expect(moved & ~0o077 == mode & 0o700)
            #expect(moved >> 3 & 7 == group & others)
            #expect(moved & 7 == group & others)
        }
    }

    @Test("a list that is cut anywhere gives the group no more than a whole one")
    func cutList() {
        let bytes = Self.list(group: 5)
        for length in 0...bytes.count {
            let found = AccessList(bytes: Array(bytes.prefix(length))).groupPermissions
            #expect(found == (length >= 28 ? 5 : 0), "\(length) bytes")
        }
    }

    // MARK: - What is done

    @Test(
        "special bits survive neither an import nor its undo",
        arguments: Road.all,
        [0o4755, 0o2644, 0o7750]
    )
    func specialBits(_ road: Road, _ mode: UInt32) throws {
        let trial = try road.whereabouts.trial()
        let source = try trial.write("a.jpg", "a photo")
        try Disk.setMode(source, mode)
        try trial.apply(trial.plan([try trial.unit("a.jpg")]), road.action)
        let plain = mode & 0o777
        #expect(Disk.status(trial.library + "Beach/a.jpg").map { $0.st_mode & 0o7777 } == plain)
        // Set meanwhile, they do not come back either.
        if road.action == .move { try Disk.setMode(trial.library + "Beach/a.jpg", mode) }
        #expect(try trial.undo().ok == 1)
        let left = try #require(Disk.status(source)).st_mode & 0o7777
        #expect(left == (road.action == .copy ? mode : plain))
    }

    @Test(
        "whom somebody has shut out of a photo since its undo does not let in again",
        arguments: Road.all.filter { $0.action == .move }
    )
    func shutOut(_ road: Road) throws {
        let modes: [(set: UInt32, left: UInt32)] = [
            (0o664, 0o664), (0o600, 0o600), (0o400, 0o600), (0o666, 0o664),
        ]
        for (mode, left) in modes {
            let trial = try road.whereabouts.trial()
            let source = try trial.write("a.jpg", "a photo")
            try Disk.setMode(source, 0o664)
            try trial.apply(trial.plan([try trial.unit("a.jpg")]), road.action)
            try Disk.setMode(trial.library + "Beach/a.jpg", mode)
            #expect(try trial.undo().ok == 1)
            // A rename keeps what the photo has.
            let expected = road.whereabouts == .sameFileSystem ? mode : left
            #expect(Disk.status(source).map { $0.st_mode & 0o7777 } == expected)
        }
    }

    @Test(
        "of a stranger's file come neither special bits nor its access control list, nor more for anybody",
        .enabled(if: OtherUser.isPossible, "only root can be several users"),
        arguments: Road.all.filter { $0.action != .hardlink }
    )
    func strangers(_ road: Road) throws {
        let trial = try road.whereabouts.trial()
        let cases: [(name: String, mode: UInt32, list: UInt8?, expected: UInt32)] = [
            ("plain.jpg", 0o644, nil, 0o644), ("bits.jpg", 0o6755, nil, 0o755), ("list.jpg", 0o674, 4, 0o644),
            ("both.jpg", 0o4775, 5, 0o755),
        ]
        for item in cases {
            let path = try trial.write(item.name, "a photo, \(item.name)")
            try Disk.setOwner(path, OtherUser.stranger)
            if let group = item.list, try !Attribute.set(Self.listName, Self.list(group: group), of: path) {
                return print("SKIPPED: this file system has no access control lists")
            }
            try Disk.setMode(path, item.mode)
        }
        try trial.giveFolders(to: OtherUser.importer)
        let outcomes = try OtherUser.act(as: OtherUser.importer) {
            try trial.outcomes(trial.plan(try cases.map { try trial.unit($0.name) }), road.action)
        }
        for (item, outcome) in zip(cases, outcomes) {
            let path = trial.library + "Beach/\(item.name)"
            let status = try #require(Disk.status(path), "\(outcome)")
            #expect(status.st_mode & 0o7777 == item.expected, "\(item.name)")
            #expect(throws: SystemFailure.self, "\(item.name)") { try Attribute.get(Self.listName, of: path) }
            // A rename leaves a file to its owner; what has to be copied becomes the importer's.
            let isRenamed = road.action == .move && road.whereabouts == .sameFileSystem
            let keepsOwner = isRenamed && item.name == "plain.jpg"
            #expect(status.st_uid == (keepsOwner ? OtherUser.stranger : OtherUser.importer), "\(item.name)")
        }
        let result = try OtherUser.act(as: OtherUser.importer) { try trial.undo() }
        #expect(result.errors == 0)
        #expect(try Tree(trial.library).files.isEmpty)
        for item in cases where road.action == .move {
            let status = try #require(Disk.status(trial.inbox + item.name))
            #expect(status.st_mode & 0o7777 & ~item.expected == 0, "\(item.name)")
        }
    }

    @Test(
        "root takes a stranger's special bits and access control list away where the file stays",
        .enabled(if: OtherUser.isPossible, "only root can be several users")
    )
    func byRoot() throws {
        let trial = try Trial()
        let path = try trial.write("a.jpg", "a photo")
        try Disk.setOwner(path, OtherUser.stranger)
        guard try Attribute.set(Self.listName, Self.list(group: 4), of: path) else {
            return print("SKIPPED: this file system has no access control lists")
        }
        try Disk.setMode(path, 0o4774)
        try trial.apply(trial.plan([try trial.unit("a.jpg")]))
        let status = try #require(Disk.status(trial.library + "Beach/a.jpg"))
        #expect(status.st_uid == OtherUser.stranger)
        #expect(status.st_mode & 0o7777 == 0o744)
    }

    @Test(
        "a stranger's file with special bits is not linked",
        .enabled(if: OtherUser.isPossible, "only root can be several users")
    )
    func link() throws {
        let trial = try Trial()
        let path = try trial.write("a.jpg", "a photo")
        try Disk.setOwner(path, OtherUser.stranger)
        try Disk.setMode(path, 0o1666)
        try trial.giveFolders(to: OtherUser.importer)
        let outcomes = try OtherUser.act(as: OtherUser.importer) {
            try trial.outcomes(trial.plan([try trial.unit("a.jpg")]), .hardlink)
        }
        #expect(outcomes == [.refused(.strangersPermissions(path))])
        #expect(try Tree(trial.library).files.isEmpty)
    }

    @Test("a user's own access control list comes along, there and back", arguments: Road.all)
    func ownList(_ road: Road) throws {
        let trial = try road.whereabouts.trial()
        let path = try trial.write("a.jpg", "a photo")
        let list = Self.list(group: 4)
        guard try Attribute.set(Self.listName, list, of: path) else {
            return print("SKIPPED: this file system has no access control lists")
        }
        try trial.apply(trial.plan([try trial.unit("a.jpg")]), road.action)
        let copy = trial.library + "Beach/a.jpg"
        #expect(try Attribute.get(Self.listName, of: copy) == list)
        #expect(Disk.status(copy).map { $0.st_mode & 0o7777 } == 0o670)
        try trial.undo()
        #expect(try Attribute.get(Self.listName, of: path) == list)
        #expect(Disk.status(path).map { $0.st_mode & 0o7777 } == 0o670)
    }
}
