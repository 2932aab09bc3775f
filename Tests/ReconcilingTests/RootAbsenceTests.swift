import PhotoModel
import Testing

@testable import Roots

@Suite("What to do about a root that is offline")
struct RootAbsenceTests {
    @Test(
        "a command takes out what a command added, and no other",
        arguments: [.missing, .notMounted] as [RootAbsence]
    )
    func takingOut(absence: RootAbsence) {
        let path = FilePath("/photos")
        let command = "photoctl roots remove /photos"
        #expect(absence.remedy(path, isAdded: true).contains(command))
        #expect(!absence.remedy(path, isAdded: false).contains(command))
        #expect(absence.remedy(path, isAdded: false).contains("of the configuration or the command line"))
    }
}
