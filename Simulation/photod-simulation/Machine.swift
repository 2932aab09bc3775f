import CSimulation
import Glibc
import SimulatedMachine

/// The machine that this process's simulated threads run on.
enum Machine {
    /// Unchecked: one thread of a simulation runs at a time, and no other thread calls.
    nonisolated(unsafe) static var kernel = SimulatedKernel()

    /// Where the index really lies.
    nonisolated(unsafe) private static var indexFolder = ""

    static func begin(seed: UInt64) {
        kernel = SimulatedKernel()
        let folder = "/dev/shm/photod-simulation-\(getpid())"
        mkdir(folder, 0o700)
        simulation_real_folder(folder)
        indexFolder = folder
    }

    /// The index of this machine is gone.
    static func end() {
        for state in ["0", "2"] {
            for end in ["", "-wal", "-shm", "-journal"] { unlink("\(indexFolder)/\(state)-index.sqlite\(end)") }
        }
        rmdir(indexFolder)
    }

    static func killDaemon() { kernel.closeAll() }
}
