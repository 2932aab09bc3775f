import Files
import Glibc
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import Importing

@Suite("A file that is being written")
struct BeingWrittenTests {
    @Test("is not imported, and comes when it is complete", arguments: Whereabouts.possible)
    func notPlanned(_ place: Whereabouts) throws {
        let trial = try place.trial()
        let path = try trial.write("a.jpg", "half a photo")
        var writer: TestSupport.OpenFile? = try TestSupport.OpenFile(path, O_WRONLY)
        #expect(throws: ImportError.beingWritten(path)) {
            try withExtendedLifetime(writer) { try ImportFile(lookingAt: path) }
        }
        writer = nil
        #expect(try trial.outcomes(trial.plan([try trial.unit("a.jpg")])).count == 1)
        #expect(!Disk.isFile(path))
    }

    @Test(
        "and was copied meanwhile stays, and its copy goes",
        .acrossFileSystems,
        arguments: Whereabouts.possible.filter { $0 != .sameFileSystem }
    )
    func notRemoved(_ place: Whereabouts) throws {
        let trial = try place.trial()
        let path = try trial.write("a.jpg", "half a photo")
        let plan = trial.plan([try trial.unit("a.jpg")])
        let late = LateWriter(path)
        let refusals = Refusals { _, point in
            // Its copy has its name by then.
            if point == .syncFolder { late.open() }
            return 0
        }
        #expect(try trial.outcomes(plan, gate: refusals.gate) == [.refused(.beingWritten(path))])
        #expect(try Disk.read(path) == Array("half a photo".utf8))
        #expect(try Tree(trial.library).files.isEmpty)
    }
}

/// A program that begins to write a file in the middle of something, and does not end before its owner.
private final class LateWriter: Sendable {
    private let path: FilePath
    private let descriptor = Mutex(Int32(-1))

    init(_ path: FilePath) { self.path = path }

    deinit { descriptor.withLock { _ = close($0) } }

    func open() {
        descriptor.withLock { descriptor in
            guard descriptor < 0 else { return }
            descriptor = path.withCString { Glibc.open($0, O_WRONLY | O_CLOEXEC) }
        }
    }
}
