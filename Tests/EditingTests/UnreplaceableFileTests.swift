import Files
import Glibc
import PhotoModel
import SidecarText
import TestSupport
import Testing

@testable import Editing

@Suite("Files that cannot be replaced", .serialized)
struct UnreplaceableFileTests {
    private static let values = SidecarValues(description: .set("Natal"))

    private static func failure(of order: WritingOrder, _ trial: SidecarTrial) throws -> WritingFailure? {
        let writer = EditWriter(store: try trial.store(), pool: trial.pool)
        guard case .failed(let failure)? = writer.prepare([order]).first else { return nil }
        return failure
    }

    @Test("an immutable file or folder is told before anything is written, with what undoes that")
    func immutable() throws {
        let trial = try SidecarTrial()
        try Disk.write("a.jpg", to: trial.photos + "a.jpg")
        let sidecar = trial.photos + "a.jpg.xmp"
        try Disk.write(
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></x:xmpmeta>",
            to: sidecar
        )
        // FS_IMMUTABLE_FL and FS_APPEND_FL
        for (path, mark) in [(sidecar, 0x10), (sidecar, 0x20), (trial.photos, 0x10), (trial.photos, 0x20)] {
            // Not on every file system, and root's alone.
            guard try Attribute.mark(path, Int32(mark)) else { return }
            defer { _ = try? Attribute.mark(path, 0) }
            let failure = try Self.failure(of: trial.order(1, "a.jpg", Self.values), trial)
            #expect(failure == .immutable(path))
            #expect(failure.map { "\($0)".contains("chattr -i -a \(path.display)") && $0.mayPass } == true)
        }
        #expect(try Self.failure(of: trial.order(1, "a.jpg", Self.values), trial) == nil)
    }

    @Test("a photo whose name is too long for a sidecar's is told what helps")
    func longName() throws {
        let trial = try SidecarTrial()
        let name = String(repeating: "x", count: 248) + ".jpg"
        try Disk.write("a", to: trial.photos + name)
        let failure = try #require(try Self.failure(of: trial.order(1, name, Self.values), trial))
        #expect(!failure.mayPass)
        #expect("\(failure)".contains("give the photo a shorter name, or use write=file or write=index"))
    }

    @Test("a photo that lies too deep is told to shorten its folders, and no name that is short already")
    func longFolders() {
        let path = FilePath(String(repeating: "/folder", count: 600) + "/a.jpg.xmp")
        let failure = WritingFailure.system(CallFailure(.create, path, ENAMETOOLONG))
        #expect("\(failure)".hasSuffix("names of the folders that the photo lies in, or use write=index"))
    }
}
