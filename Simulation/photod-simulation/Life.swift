import CSimulation
import CaptureRules
import Extraction
import Glibc
import Logging
import PhotoModel
import PhotodConfiguration
import Reconciling
import SimulatedMachine
import Threads

/// One machine from its beginning: folders, a daemon that watches them, and a script that is carried out meanwhile.
final class Life {
    struct Outcome {
        var rounds = 0
        var differences: [String] = []
        var trace: UInt64 = 0
        var handovers: UInt64 = 0
    }

    private let seed: UInt64
    private let pace: simulation_pace
    private let script: [Operation]
    private let users = UserCalls(root: Life.root)
    private var library: PhotoLibrary?
    private var ids: [String: AssetID] = [:]
    private var outcome = Outcome()

    private static let root = "/sim/photos"
    private static let state = "/sim/state"

    init(seed: UInt64, script: [Operation]) {
        self.seed = seed
        self.script = script
        // Some machines hurry from one thread to the next, others let each go on for long.
        let choices: [(UInt32, UInt32)] = [(2, 4), (8, 8), (32, 64), (200, 200)]
        let (calls, locks) = choices[Int(seed % 4)]
        pace = simulation_pace(at_calls: calls, at_locks: locks)
    }

    func run() -> Outcome {
        Machine.begin(seed: seed)
        simulation_begin(seed, pace)
        for folder in ["/sim", "/sim/state", Self.root, "/sim/outside"] { mkdir(folder, 0o755) }
        do {
            try start()
            for operation in script where outcome.differences.isEmpty { try perform(operation) }
            try library?.stop()
        } catch {
            outcome.differences.append("\(error)")
        }
        Machine.end()
        outcome.trace = simulation_trace()
        outcome.handovers = simulation_handovers()
        return outcome
    }

    private func start() throws {
        let library = try PhotoLibrary(
            stateDirectory: FilePath(Self.state),
            worker: WorkerLocation(path: FilePath("/sim/worker")),
            zones: CaptureZones(home: .utc),
            environment: ProcessEnvironment(homeDirectory: nil, workingDirectory: FilePath("/")),
            logger: Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() }
        )
        try library.start([(Library(name: "photos", path: FilePath(Self.root)), false)])
        self.library = library
    }

    private func perform(_ operation: Operation) throws {
        switch operation {
        case .sync: sync()
        case .kill:
            simulation_abandon_others()
            Machine.killDaemon()
            library.map { _ = Unmanaged.passRetained($0) }
            library = nil
            try start()
        case .restart:
            try library?.stop()
            library = nil
            try start()
        default: users.perform(operation)
        }
    }

    /// Waits until the daemon says that all is exact, and holds it to that.
    private func sync() {
        guard let library else { return }
        let isDone = Monitor(false)
        library.sync { isDone.update { $0 = true } }
        isDone.wait { $0 ? () : nil }
        outcome.rounds += 1
        let comparison = Comparison(library, below: Self.root)
        outcome.differences += comparison.differences
        ids = comparison.ids
    }
}
