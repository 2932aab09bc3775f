import CShims
import Foundation
import GalleryAddress
import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import Gallery

@Suite("The gallery's box", .enabled(if: photod_landlock_version() > 0, "this kernel has no Landlock"))
struct WritingBoxTests {
    /// Tries something on a thread of its own, which the box ends with.
    private func inBox(_ folder: FilePath, _ body: @escaping @Sendable () -> [String]) async throws
        -> [String]
    {
        try await withCheckedThrowingContinuation { waiter in
            Thread {
                do {
                    try WritingBox.enter(GalleryFolder(folder))
                    waiter.resume(returning: body())
                } catch { waiter.resume(throwing: error) }
            }.start()
        }
    }

    @Test("writes in its folder, reads elsewhere, and changes nothing there")
    func writing() async throws {
        let scratch = try TemporaryFolder()
        try scratch.makeDirectory("state")
        try scratch.write("photo.jpg", "photo")
        let failures = try await inBox(scratch.location("state")) {
            var failures: [String] = []
            func expect(_ what: String, _ isSo: Bool) { if !isSo { failures.append(what) } }
            func opens(_ name: String, _ flags: Int32) -> Bool {
                let descriptor = open(scratch.path(name), flags | O_CLOEXEC, 0o600)
                if descriptor >= 0 { close(descriptor) }
                return descriptor >= 0
            }
            expect("makes a file", opens("state/token", O_WRONLY | O_CREAT))
            expect("makes a folder", mkdir(scratch.path("state/uploads"), 0o700) == 0)
            expect("renames", rename(scratch.path("state/token"), scratch.path("state/other")) == 0)
            expect("removes", unlink(scratch.path("state/other")) == 0)
            expect("reads a photo", opens("photo.jpg", O_RDONLY))
            expect("does not write to a photo", !opens("photo.jpg", O_WRONLY))
            expect("does not cut a photo", truncate(scratch.path("photo.jpg"), 0) != 0)
            expect("does not remove a photo", unlink(scratch.path("photo.jpg")) != 0)
            expect("makes no file elsewhere", !opens("new", O_WRONLY | O_CREAT))
            expect("makes no folder elsewhere", mkdir(scratch.path("new"), 0o700) != 0)
            return failures
        }
        // Cutting by name is governed since the third version.
        let governs = photod_landlock_version() >= 3
        #expect(failures.filter { governs || $0 != "does not cut a photo" }.isEmpty, "\(failures)")
    }
}
