import CSimulation
import Glibc
import SimulatedMachine

/// The machine that this process's simulated threads run on.
enum Machine {
    /// Unchecked: one thread of a simulation runs at a time, and no other thread calls.
    nonisolated(unsafe) static var kernel = SimulatedKernel()

    /// One that is mounted among the folders now and then.
    nonisolated(unsafe) static var disk = kernel.makeDisk(FilesystemKind())

    /// One that comes and goes where the daemon has nothing.
    nonisolated(unsafe) private static var guest = kernel.makeDisk(FilesystemKind())

    static func begin(seed: UInt64) {
        var kind = FilesystemKind()
        // Disks that tell less: no birth times, and times in whole seconds, in two.
        switch seed % 7 {
        case 4: kind.hasBirthTimes = false
        case 5: kind.timeUnit = 1_000_000_000
        case 6: (kind.hasBirthTimes, kind.timeUnit) = (false, 2_000_000_000)
        default: break
        }
        // A server's, of which nobody is told anything, and which lets each call wait.
        if isNetwork(seed) { (kind.type, kind.listsKinds) = (FilesystemKind.networkType, false) }
        kernel = SimulatedKernel(kind)
        // What is mounted there is a disk of this machine in any case.
        var diskKind = isNetwork(seed) ? FilesystemKind() : kind
        diskKind.identifier += 1
        disk = kernel.makeDisk(diskKind)
        guest = kernel.makeDisk(FilesystemKind())
        // Kernels with little room: a queue that runs over, folders without a watch.
        if seed % 5 == 3 { kernel.queueLimit = Int(4 + seed / 5 % 40) }
        if hasFewWatches(seed) { kernel.watchLimit = Int(1 + seed / 11 % 5) }
        // Of two writings of one length within a tick the second has to be told of.
        SimulatedPhoto.hasSizeOfItsOwn = hasFewWatches(seed) || isNetwork(seed)
    }

    static func hasFewWatches(_ seed: UInt64) -> Bool { seed % 11 == 5 }

    /// Whether some seeds have their folders on a server.
    nonisolated(unsafe) static var hasNetwork = false

    static func isNetwork(_ seed: UInt64) -> Bool { hasNetwork && seed % 8 == 5 }

    /// Whether some seeds have clients that ask for batches.
    nonisolated(unsafe) static var hasBatches = false

    static func isBatching(_ seed: UInt64) -> Bool {
        hasBatches && (seed % 6 == 5 || hasEdits && seed % 6 == 4)
    }

    /// Whether clients edit photos.
    nonisolated(unsafe) static var hasEdits = false

    /// A state folder, which lies on a disk of this machine.
    static func makeStateFolder(_ path: String) {
        mkdir(path, 0o755)
        if kernel.isNetwork { _ = kernel.mount(kernel.makeDisk(FilesystemKind()), at: path) }
        kernel.forgetUnsynced(below: path)
    }

    /// Who unmounts a disk that somebody uses waits, and has it taken away in the end.
    static func unmountDisk() {
        for _ in 0..<4 {
            simulation_step()
            if kernel.unmount(disk, isLazy: false) != -Int(EBUSY) { return }
            simulation_sleep(1_000_000)
        }
        _ = kernel.unmount(disk, isLazy: true)
    }

    static func mountDisk(at path: String) {
        simulation_step()
        _ = kernel.mount(disk, at: path)
    }

    static func mountOrUnmountGuest() {
        simulation_step()
        guard kernel.place(of: guest) == nil else { return _ = kernel.unmount(guest, isLazy: true) }
        mkdir("/sim/guest", 0o755)
        _ = kernel.mount(guest, at: "/sim/guest")
    }

    /// The next daemon finds the index as this one left it.
    static func killDaemon() {
        kernel.closeAll()
        simulation_kill_index()
    }

    /// Of what the killed daemon wrote below its state folder that is left which it had synced, and of the rest what the disk
    /// happened to have done: of the index's log a beginning.
    static func cutPower(below state: String) {
        kernel.cutPower(below: state, simulation_draw)
        simulation_cut_index()
    }

    /// As if somebody had deleted it.
    static func loseIndex(_ state: Unicode.Scalar = "0") {
        simulation_lose_index(CChar(truncatingIfNeeded: state.value))
    }

    /// The index of this machine is gone.
    static func end() { simulation_end_index() }
}
