import Batches
import PhotoModel
import Testing

@testable import BatchService

@Suite("Folders in which nothing of an edit is left")
struct CleanedFoldersTests {
    @Test("are looked at once for each batch, and again when something could not be written there")
    func again() throws {
        let batches = try ["20261121-0001", "20261121-0002"].map { try #require(BatchName($0)) }
        let folders = CleanedFolders()
        folders.add([FilePath("/disk/a"), FilePath("/disk/b")], of: batches[0])
        folders.remove(FilePath("/disk/a"), of: batches[0])
        folders.remove(FilePath("/disk/a"), of: batches[1])
        #expect(folders.folders(of: batches[0]) == [FilePath("/disk/b")])
        #expect(folders.folders(of: batches[1]).isEmpty)
        folders.forget(batches[0])
        #expect(folders.folders(of: batches[0]).isEmpty)
    }
}
