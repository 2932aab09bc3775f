import Glibc
import PhotoModel
import PhotoService
import TestSupport
import Testing

@Suite("The lock of a state folder that is moved away")
struct StateLockTests {
    private let scratch: TemporaryFolder
    private let state: FilePath

    init() throws {
        scratch = try TemporaryFolder()
        state = scratch.location("state")
    }

    private func isHeld(_ folder: FilePath) -> Bool {
        do throws(ServiceError) {
            _ = try StateLock(folder: folder)
            return false
        } catch {
            guard case .stateInUse = error else { return false }
            return true
        }
    }

    @Test("goes along to the folder that takes its place, and stays where journals are written on")
    func follows() throws {
        let lock = try StateLock(folder: state)
        try scratch.move("state", "moved")
        try scratch.makeDirectory("state")
        try scratch.write("state/lock", "")
        try lock.follow()
        try withExtendedLifetime(lock) {
            #expect(isHeld(state))
            #expect(isHeld(scratch.location("moved")))
            // Once it is there it stays.
            try lock.follow()
            #expect(isHeld(state))
        }
    }

    @Test("is no other's where the folder comes back")
    func comesBack() throws {
        let lock = try StateLock(folder: state)
        try scratch.move("state", "moved")
        try scratch.makeDirectory("state")
        try lock.follow()
        try scratch.move("state", "other")
        try scratch.move("moved", "state")
        try lock.follow()
        withExtendedLifetime(lock) { #expect(isHeld(state) && isHeld(scratch.location("other"))) }
    }

    @Test("ends with the daemon in all its folders")
    func ends() throws {
        do {
            let lock = try StateLock(folder: state)
            try scratch.move("state", "moved")
            try scratch.makeDirectory("state")
            try lock.follow()
            withExtendedLifetime(lock) {}
        }
        #expect(!isHeld(state) && !isHeld(scratch.location("moved")))
    }

    @Test("is refused where somebody has that of the new one")
    func refused() throws {
        let lock = try StateLock(folder: state)
        try scratch.move("state", "moved")
        let other = try StateLock(folder: state)
        #expect(throws: ServiceError.self) { try lock.follow() }
        withExtendedLifetime(other) {}
    }

    @Test("stays where it is while there is no new one")
    func waits() throws {
        let lock = try StateLock(folder: state)
        try scratch.move("state", "moved")
        try lock.follow()
        #expect(try !scratch.names.contains("state"))
        withExtendedLifetime(lock) { #expect(isHeld(scratch.location("moved"))) }
    }

    @Test("makes a folder that was removed, for its user alone")
    func removed() throws {
        let lock = try StateLock(folder: state)
        try scratch.remove("state/lock")
        try scratch.remove("state")
        try lock.follow()
        #expect(Disk.status(state).map { $0.st_mode & 0o777 } == 0o700)
        withExtendedLifetime(lock) { #expect(isHeld(state)) }
    }

    @Test("makes it, too, where its lock has another name elsewhere")
    func linked() throws {
        let lock = try StateLock(folder: state)
        #expect(link(scratch.path("state/lock"), scratch.path("kept")) == 0)
        try scratch.remove("state/lock")
        try scratch.remove("state")
        try lock.follow()
        withExtendedLifetime(lock) { #expect(isHeld(state)) }
    }

    @Test("makes none in the place of one that was moved away without its lock")
    func unlocked() throws {
        let lock = try StateLock(folder: state)
        try scratch.remove("state/lock")
        try scratch.move("state", "moved")
        try lock.follow()
        withExtendedLifetime(lock) {}
        #expect(try !scratch.names.contains("state"))
    }

    @Test("ends nothing where the folder cannot be made yet")
    func waitsForPlace() throws {
        let state = scratch.location("above/state")
        let lock = try StateLock(folder: state)
        try Disk.removeTree(scratch.location("above"))
        try scratch.write("above", "")
        try lock.follow()
        try scratch.remove("above")
        try lock.follow()
        withExtendedLifetime(lock) { #expect(isHeld(state)) }
    }
}
