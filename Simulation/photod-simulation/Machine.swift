import CSimulation
import Glibc
import SimulatedMachine

/// The machine that this process's simulated threads run on.
enum Machine {
    /// Unchecked: one thread of a simulation runs at a time, and no other thread calls.
    nonisolated(unsafe) static var kernel = SimulatedKernel()

    /// Where indexes really lie: a folder for each daemon, as SQLite remembers in this process what files it has locked.
    nonisolated(unsafe) private static var indexFolder = ""
    nonisolated(unsafe) private static var daemons = 0

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
        // Kernels with little room: a queue that runs over, folders without a watch.
        if seed % 5 == 3 { kernel.queueLimit = Int(4 + seed / 5 % 40) }
        if seed % 11 == 5 { kernel.watchLimit = Int(3 + seed / 11 % 6) }
        useFolder()
    }

    /// Whether some seeds have their folders on a server.
    nonisolated(unsafe) static var hasNetwork = false

    static func isNetwork(_ seed: UInt64) -> Bool { hasNetwork && seed % 8 == 5 }

    /// A state folder, which lies on a disk of this machine.
    static func makeStateFolder(_ path: String) {
        mkdir(path, 0o755)
        if kernel.isNetwork { _ = kernel.mount(FilesystemKind(), at: path) }
        kernel.forgetUnsynced(below: path)
    }

    private static func useFolder() {
        daemons += 1
        let memory = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        indexFolder = "\(memory)/photod-simulation-\(getpid())-\(daemons)"
        mkdir(indexFolder, 0o700)
        simulation_real_folder(indexFolder)
    }

    /// The next daemon finds the index as this one left it.
    static func killDaemon() {
        kernel.closeAll()
        let old = indexFolder
        useFolder()
        for name in names where copy(old + "/" + name, indexFolder + "/" + name) { unlink(old + "/" + name) }
        removeFolder(old)
    }

    /// Of what the killed daemon wrote below its state folder that is left which it had synced, and of the rest what the disk
    /// happened to have done: of the index's log a beginning.
    static func cutPower(below state: String) {
        kernel.cutPower(below: state, simulation_draw)
        let log = open(indexFolder + "/0-index.sqlite-wal", O_RDWR | O_CLOEXEC)
        guard log >= 0 else { return }
        defer { close(log) }
        var salt: [UInt8] = Array(repeating: 0, count: 8)
        let synced = simulation_synced_log()
        let isSame =
            pread(log, &salt, salt.count, 16) == salt.count
            && withUnsafeBytes(of: synced.salt) { $0.elementsEqual(salt) }
        let length = lseek(log, 0, SEEK_END)
        let floor = isSame ? min(off_t(clamping: synced.length), length) : 0
        ftruncate(log, floor + off_t(simulation_draw(UInt32(clamping: length - floor + 1))))
    }

    /// As if somebody had deleted it.
    static func loseIndex(_ state: Character = "0") {
        for name in names where name.first == state { unlink(indexFolder + "/" + name) }
    }

    /// The index of this machine is gone.
    static func end() { removeFolder(indexFolder) }

    /// Of two state folders, without the memory that connections share, which no kill leaves behind.
    private static let names = ["0", "2"].flatMap { state in
        ["", "-wal", "-journal"].map { "\(state)-index.sqlite\($0)" }
    }

    private static func copy(_ from: String, _ to: String) -> Bool {
        let (source, target) = (
            open(from, O_RDONLY | O_CLOEXEC), open(to, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        )
        defer {
            close(source)
            close(target)
        }
        guard source >= 0, target >= 0 else {
            unlink(to)
            return false
        }
        var offset: off_t = 0
        while sendfile(target, source, &offset, 1 << 20) > 0 {}
        return true
    }

    private static func removeFolder(_ folder: String) {
        for name in names + ["0-index.sqlite-shm", "2-index.sqlite-shm"] { unlink(folder + "/" + name) }
        rmdir(folder)
    }
}
