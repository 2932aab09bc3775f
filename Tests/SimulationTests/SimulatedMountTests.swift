import Glibc
import SimulatedMachine
import Testing

/// What the kernel does where disks come and go, which no test may have the real one do for want of privileges.
@Suite("Disks that come and go on the simulated kernel")
struct SimulatedMountTests {
    private let kernel = SimulatedKernel()
    private let disk: SimulatedDisk

    init() {
        disk = kernel.makeDisk(FilesystemKind())
        for folder in ["/top", "/top/card"] { _ = kernel.makeFolder(AT_FDCWD, folder, 0o755) }
    }

    private func make(_ path: String) {
        let descriptor = kernel.open(AT_FDCWD, path, O_WRONLY | O_CREAT, 0o644)
        #expect(descriptor >= 0)
        #expect(kernel.close(Int32(descriptor)) == 0)
    }

    private func stands(_ path: String) -> Bool {
        if case .success = kernel.status(AT_FDCWD, path, follows: false) { true } else { false }
    }

    private func rename(_ from: String, _ to: String) -> Int {
        kernel.rename(AT_FDCWD, from, AT_FDCWD, to, 0)
    }

    /// Masks and watches of what an inotify instance has been told.
    private func events(_ inotify: Int) -> [(watch: Int32, mask: UInt32)] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let length = bytes.withUnsafeMutableBytes { kernel.read(Int32(inotify), $0) }
        var events: [(Int32, UInt32)] = []
        bytes.prefix(max(0, length)).withUnsafeBytes { bytes in
            var place = 0
            while place + 16 <= bytes.count {
                events.append(
                    (
                        bytes.loadUnaligned(fromByteOffset: place, as: Int32.self),
                        bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
                    )
                )
                place += 16 + Int(bytes.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
            }
        }
        return events
    }

    @Test("a disk hides what its folder holds, and has what was on it when it comes back elsewhere")
    func hides() {
        make("/top/card/below")
        #expect(kernel.mount(disk, at: "/top/card") == 0)
        #expect(!stands("/top/card/below"))
        make("/top/card/on-disk")
        #expect(kernel.unmount(disk, isLazy: false) == 0)
        #expect(stands("/top/card/below"))
        #expect(!stands("/top/card/on-disk"))
        _ = kernel.makeFolder(AT_FDCWD, "/top/other", 0o755)
        #expect(kernel.mount(disk, at: "/top/other") == 0)
        #expect(stands("/top/other/on-disk"))
    }

    @Test("files do not move between disks, and what a disk is mounted on stays; folders above it may move")
    func bounds() {
        #expect(kernel.mount(disk, at: "/top/card") == 0)
        make("/top/card/x")
        #expect(rename("/top/card/x", "/top/x") == -Int(EXDEV))
        #expect(kernel.link(AT_FDCWD, "/top/card/x", AT_FDCWD, "/top/x", 0) == -Int(EXDEV))
        #expect(rename("/top/card", "/top/b") == -Int(EBUSY))
        #expect(kernel.unlink(AT_FDCWD, "/top/card", AT_REMOVEDIR) == -Int(EBUSY))
        #expect(rename("/top", "/above") == 0)
        #expect(stands("/above/card/x"))
        #expect(kernel.place(of: disk) == "/above/card")
    }

    @Test("watches end with their file system, and those on what it hid go on")
    func watches() {
        let inotify = kernel.makeInotify(O_NONBLOCK)
        let below = kernel.watch(Int32(inotify), "/top/card", UInt32(IN_CREATE))
        #expect(kernel.mount(disk, at: "/top/card") == 0)
        let above = kernel.watch(Int32(inotify), "/top/card", UInt32(IN_CREATE))
        #expect(above != below)
        make("/top/card/x")
        #expect(events(inotify).map(\.watch) == [Int32(above)])
        #expect(kernel.unmount(disk, isLazy: false) == 0)
        let ends = events(inotify)
        #expect(ends.map(\.watch) == [Int32(above), Int32(above)])
        #expect(ends.map(\.mask) == [UInt32(IN_UNMOUNT | IN_ISDIR), UInt32(IN_IGNORED)])
        make("/top/card/y")
        #expect(events(inotify).map(\.watch) == [Int32(below)])
    }

    @Test("a disk that is in use is not unmounted, or ends with the last that is open on it")
    func inUse() {
        #expect(kernel.mount(disk, at: "/top/card") == 0)
        make("/top/card/x")
        let inotify = kernel.makeInotify(O_NONBLOCK)
        let watch = kernel.watch(Int32(inotify), "/top/card", UInt32(IN_CREATE))
        let folder = kernel.open(AT_FDCWD, "/top/card", O_RDONLY | O_DIRECTORY, 0)
        #expect(kernel.unmount(disk, isLazy: false) == -Int(EBUSY))
        #expect(kernel.unmount(disk, isLazy: true) == 0)
        #expect(!stands("/top/card/x"))
        let file = kernel.open(Int32(folder), "x", O_RDONLY, 0)
        #expect(file >= 0)
        #expect(kernel.close(Int32(folder)) == 0)
        #expect(events(inotify).isEmpty)
        #expect(kernel.close(Int32(file)) == 0)
        #expect(events(inotify).map(\.watch) == [Int32(watch), Int32(watch)])
    }

    @Test("whoever waits with the table of mounts is told once of each change")
    func table() {
        let table = Int32(kernel.open(AT_FDCWD, "/proc/self/mountinfo", O_RDONLY, 0))
        let urgent = Int32(POLLPRI)
        #expect(kernel.readiness(table, urgent) == 0)
        #expect(kernel.mount(disk, at: "/top/card") == 0)
        #expect(kernel.readiness(table, urgent) & urgent != 0)
        kernel.noteTold(table)
        #expect(kernel.readiness(table, urgent) == 0)
        #expect(kernel.unmount(disk, isLazy: false) == 0)
        #expect(kernel.readiness(table, urgent) & urgent != 0)
    }
}
