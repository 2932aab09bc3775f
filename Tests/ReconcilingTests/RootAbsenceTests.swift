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

    @Test("a shell takes its commands as they stand, whatever the root is called")
    func quoting() {
        let path = FilePath("/my photos")
        #expect(RootAbsence.missing.remedy(path, isAdded: true).contains("roots remove '/my photos')"))
        #expect(RootAbsence.forbidden.remedy(path, isAdded: true).hasSuffix("namei -l '/my photos'"))
        let hanging = RootAbsence.hanging(mount: FilePath("/nas of us"))
        #expect(hanging.remedy(path, isAdded: true).hasSuffix("umount -f -l '/nas of us'"))
        let other = FilePath(Array("/caf".utf8) + [0xE9])
        #expect(RootAbsence.missing.remedy(other, isAdded: true).contains(#"roots remove $'/caf\351')"#))
    }
}
