import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import Files

@Suite("A file that is being written")
struct FileWritersTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func isWritten(_ path: FilePath) throws -> Bool {
        try Files.OpenFile(reading: path).isBeingWritten
    }

    private func askAboutOne(at path: FilePath) throws {
        try Disk.write("half a photo", to: path)
        defer { _ = try? Disk.remove(path) }
        let reader = try TestSupport.OpenFile(path, O_RDONLY)
        #expect(try !isWritten(path))
        var writer: TestSupport.OpenFile? = try TestSupport.OpenFile(path, O_WRONLY)
        #expect(try withExtendedLifetime((reader, writer)) { try isWritten(path) })
        writer = nil
        #expect(try !isWritten(path))
    }

    @Test("is told from one that is only read, and from one that was closed")
    func asked() throws { try askAboutOne(at: folder.location("a.jpg")) }

    @Test("is told so in memory, too", .enabled(if: access("/dev/shm", W_OK) == 0, "there is no /dev/shm"))
    func askedInMemory() throws {
        try askAboutOne(at: FilePath("/dev/shm/\(folder.location.lastName.display)"))
    }

    @Test("is found among the descriptors of processes where the file system has no leases")
    func amongProcesses() throws {
        let path = try folder.write("a.jpg", "half a photo")
        let other = try folder.write("b.jpg", "a photo")
        let writer = try TestSupport.OpenFile(path, O_RDWR)
        let reader = try TestSupport.OpenFile(other, O_RDONLY)
        var writers = FileWriters()
        let written = try FileStatus(path: path)
        let read = try FileStatus(path: other)
        let answers = withExtendedLifetime((reader, writer)) {
            [written, read].map { writers.areAmongProcesses(at: $0) }
        }
        #expect(answers == [true, false])
    }

    @Test("is what every file is taken for while no descriptor is left to look at processes, and no longer")
    func noDescriptors() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let status = try FileStatus(path: folder.write("a.jpg", "a photo"))
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
}
