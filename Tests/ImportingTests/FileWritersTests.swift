import Files
import Glibc
import ImportRules
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import Importing

@Suite("A file that is being written")
struct FileWritersTests {
    private func isWritten(_ path: FilePath) throws -> Bool {
        let file = try TestSupport.OpenFile(path, O_RDONLY)
        var writers = FileWriters()
        return writers.areAt(file.descriptor)
    }

    @Test("is told from one that is only read, and from one that was closed", arguments: Whereabouts.possible)
    func asked(_ place: Whereabouts) throws {
        let trial = try place.trial()
        for folder in [trial.inbox, trial.library] {
            let path = try trial.write("a.jpg", "half a photo", in: folder)
            let reader = try TestSupport.OpenFile(path, O_RDONLY)
            #expect(try !isWritten(path))
            var writer: TestSupport.OpenFile? = try TestSupport.OpenFile(path, O_WRONLY)
            #expect(try isWritten(path))
            #expect(try withExtendedLifetime((reader, writer)) { try isWritten(path) })
            writer = nil
            #expect(try !isWritten(path))
        }
    }

    @Test("is found among the descriptors of processes where the file system has no leases")
    func amongProcesses() throws {
        let trial = try Trial()
        let path = try trial.write("a.jpg", "half a photo")
        let other = try trial.write("b.jpg", "a photo")
        let writer = try TestSupport.OpenFile(path, O_RDWR)
        let reader = try TestSupport.OpenFile(other, O_RDONLY)
        var writers = FileWriters()
        let written = try FileStatus(lookingAt: path)
        let read = try FileStatus(lookingAt: other)
        let answers = withExtendedLifetime((reader, writer)) {
            [written, read].map { writers.areAmongProcesses(at: $0) }
        }
        #expect(answers == [true, false])
    }

    @Test("is what every file is taken for while no descriptor is left to look at processes, and no longer")
    func noDescriptors() async {
        await #expect(processExitsWith: .success) {
            let trial = try Trial()
            let status = try FileStatus(lookingAt: trial.write("a.jpg", "a photo"))
            var writers = FileWriters()
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var limit = rlimit()
            try SystemFailure.check(getrlimit(resource, &limit), "getrlimit")
            var none = limit
            none.rlim_cur = 3
            try SystemFailure.check(setrlimit(resource, &none), "setrlimit")
            let answer = writers.areAmongProcesses(at: status)
            try SystemFailure.check(setrlimit(resource, &limit), "setrlimit")
            #expect(answer)
            let again = writers.areAmongProcesses(at: status)
            #expect(!again)
        }
    }

    @Test("is one that nobody can say which it is")
    func unknown() {
        var writers = FileWriters()
        let answer = writers.areAt(-1)
        #expect(answer)
    }

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
