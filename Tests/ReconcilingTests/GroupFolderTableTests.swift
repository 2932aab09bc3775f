import Logging
import PhotoModel
import TestSupport
import Testing

@testable import Identities

@Suite("Folder names of groups, kept")
struct GroupFolderTableTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func table() throws -> GroupFolderTable {
        try GroupFolderTable(
            directory: folder.location,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    @Test(
        "the first of two groups that some file system takes for one has the plain name, also after a restart"
    )
    func order() throws {
        let first = try table()
        let (names, isNew) = first.folders(of: ["Trip", "trip", nil, "Other"])
        #expect(isNew)
        #expect(names[0] == "Trip" && names[2] == "Other")
        #expect(Set(names.map { $0.lowercased() }).count == 4)
        try first.save()
        #expect(first.folders(of: ["trip"]).isNew == false)
        let second = try table()
        #expect(second.folders(of: ["Other", nil, "trip", "Trip"]).names == names.reversed())
    }

    @Test("nothing is written where no group has come")
    func untouched() throws {
        try table().save()
        #expect(try folder.names.isEmpty)
    }

    @Test("a damaged file is kept aside, and names are given anew")
    func damaged() throws {
        try folder.write("folders.json", "{\"version\":1,")
        let table = try table()
        #expect(table.folders(of: ["Trip"]).names == ["Trip"])
        try table.save()
        #expect(try folder.names.contains { $0.hasPrefix("folders.json.broken-") })
        #expect(try folder.text("folders.json").contains("\"Trip\":\"Trip\""))
    }
}
