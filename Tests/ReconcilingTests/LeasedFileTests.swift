import FolderWatch
import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import DiskReading
@testable import Shots

@Suite("A file on which another program has a lease")
struct LeasedFileTests {
    /// F_SETSIG and F_SETLEASE of fcntl(2), which Swift does not know.
    private static let (setSignal, setLease): (Int32, Int32) = (10, 1024)

    @Test("may be written still: it is looked at again, and is not damaged")
    func leased() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a.png", "a photo")
        let directory = try DirectoryReader(rootPath: folder.location)
        let trouble = DiskTrouble()
        let observer = FileObserver(
            directory: directory.descriptor,
            keepsInodes: true,
            heartbeat: LaneHeartbeat(),
            trouble: trouble
        )
        let holder = path.withCString { open($0, O_RDWR | O_CLOEXEC) }
        defer { close(holder) }
        // SIGIO would end the process of whoever is asked to give a lease up.
        guard fcntl(holder, Self.setSignal, SIGURG) == 0, fcntl(holder, Self.setLease, F_WRLCK) == 0 else {
            return print("SKIPPED: this file system has no leases")
        }
        let seen = observer.observe(FileName("a.png"), .png)
        guard case .known(let file) = seen, case .pending = file.content else {
            seen.close()
            Issue.record("\(seen)")
            return
        }
        #expect(trouble.error == .unreachable(errno: EWOULDBLOCK))
        // The folder is looked at again anyway: a second lease in it is not waited for.
        let clock = ContinuousClock()
        let duration = clock.measure {
            for _ in 0..<20 {
                observer.observe(FileName("a.png"), .png).close()
                observer.fetch(FileName("a.png"))
            }
        }
        #expect(duration < .seconds(2))
        #expect(fcntl(holder, Self.setLease, F_UNLCK) == 0)
        let again = observer.observe(FileName("a.png"), .png)
        defer { again.close() }
        guard case .unread = again else {
            Issue.record("\(again)")
            return
        }
    }
}
