import CSimulation
import CaptureRules
import Extraction
import Glibc
import LibraryIndex
import Logging
import PhotoModel
import PhotodConfiguration
import Roots
import SimulatedMachine
import Threads
import WatchedLibrary

/// One machine from its beginning: folders, a daemon that watches them, and a script that is carried out meanwhile.
final class Life {
    struct Outcome {
        var rounds = 0
        var differences: [String] = []
        var trace: UInt64 = 0
        var handovers: UInt64 = 0
    }

    /// Told of each comparison.
    var listener: (Comparison) -> Void = { _ in }
    private let seed: UInt64
    private let pace: simulation_pace
    private let script: [Operation]
    private let followsLinks: Bool
    private let users = UserCalls(root: Life.root)
    private var library: PhotoLibrary?
    /// `nil` in most lives.
    private var clients: BatchClients?
    private let hasClients: Bool
    private let hasEdits: Bool
    private var known: Comparison?
    /// What stood where since then.
    private var places = ShotPlaces()
    private var comebacks = Comebacks()
    private var hidden = HiddenPhotos()
    private var viewed = ViewedPhotos()
    private var trashed = TrashedPhotos()
    private var shown = ShownEdits()
    private var left = LeftPlaces()
    /// Since the last comparison; a power cut may take as much of it.
    private var hasLostIndex = false
    /// What was written twice within a tick of the disk's clock, and of which the second event was lost, looks as it was read.
    private var believesOldRows = false
    private var hasWritten = false
    /// Whether documents said at the last comparison what the index did.
    private var wasDocumented = false
    /// Files that were written while nothing but documents knew of them. Where files have no birth times, neither number nor
    /// content may tell whose they are: they get another id, and have two to choose from the next time.
    private var unsure: Set<UInt64> = []
    private var outcome = Outcome()

    /// Nanoseconds.
    private static let glance: UInt64 = 5_000_000
    private static let root = "/sim/photos"
    private static let state = "/sim/state"

    init(seed: UInt64, script: [Operation]) {
        self.seed = seed
        self.script = script
        hasClients = script.contains {
            switch $0 {
            case .trash, .file, .edit, .undo: true
            default: false
            }
        }
        hasEdits = script.contains { if case .edit = $0 { true } else { false } }
        followsLinks = script.contains { if case .symlink = $0 { true } else { false } }
        // Some machines hurry from one thread to the next, others let each go on for long.
        let choices: [(UInt32, UInt32)] = [(2, 4), (8, 8), (32, 64), (200, 200)]
        let (calls, locks) = choices[Int(seed % 4)]
        pace = simulation_pace(at_calls: calls, at_locks: locks)
    }

    /// Whether users are faster than the daemon now and then, and files are given each other's names.
    static func hasHaste(_ seed: UInt64) -> Bool { seed % 13 == 6 }

    func run() -> Outcome {
        Machine.begin(seed: seed)
        Machine.kernel.checksPermissions = script.contains { if case .mode = $0 { true } else { false } }
        SimulatedPhoto.hasSegments = hasEdits
        UserCalls.forget()
        simulation_begin(seed, pace)
        simulation_when_spawned(runSimulatedWorker)
        // Machines that are short of descriptors and processes now and then, and workers that die.
        simulation_set_faults(
            simulation_faults(
                opens: seed % 6 == 1 && !Machine.hasFewWatches(seed) ? 30 : 0,
                starts: seed % 6 == 2 ? 3 : 0,
                // Slow enough that many things are asked of it at once.
                disk_time: Machine.isNetwork(seed) ? 200_000 : 0
            )
        )
        SimulatedWorker.dies = seed % 6 == 3
        for folder in ["/sim", Self.root, "/sim/outside"] { mkdir(folder, 0o755) }
        Machine.makeStateFolder("/sim/state")
        do {
            try start()
            for operation in script where outcome.differences.isEmpty { try perform(operation) }
            if let library, outcome.differences.isEmpty {
                // What was being written is not any more.
                simulation_sleep(5_000_000_000)
                wait(library)
                try compareWithAnew()
            }
            try stop()
        } catch {
            outcome.differences.append("\(error)")
        }
        Machine.end()
        outcome.trace = simulation_trace()
        outcome.handovers = simulation_handovers()
        simulation_end()
        return outcome
    }

    private func start() throws {
        let library = try make(Self.state)
        if hasClients {
            let before = clients
            clients = try BatchClients(library, state: Self.state)
            clients?.goOn(before)
        }
        try start(library)
        if hasEdits { try clients?.beginEditing(library) }
        self.library = library
    }

    private func stop() throws {
        clients?.stop()
        try library?.stop()
        library = nil
    }

    private func make(_ state: String) throws -> PhotoLibrary {
        try PhotoLibrary(
            stateDirectory: FilePath(state),
            worker: WorkerLocation(path: FilePath("/sim/worker")),
            videoWorker: WorkerLocation(path: FilePath("/sim/worker")),
            zones: CaptureZones(home: .utc),
            environment: ProcessEnvironment(homeDirectory: nil, workingDirectory: FilePath("/")),
            logger: Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    private func start(_ library: PhotoLibrary) throws {
        let root = Library(name: "photos", path: FilePath(Self.root), followsLinks: followsLinks)
        try library.start([(root, false)])
    }

    /// A daemon that has never seen any of it finds the same.
    private func compareWithAnew() throws {
        guard let library, !Self.isUnreachable(library) else { return }
        let before = standing
        let grown = Comparison(library, below: Self.root)
        Machine.makeStateFolder("/sim/state2")
        let other = try make("/sim/state2")
        try start(other)
        wait(other)
        let fresh = Comparison(other, below: Self.root)
        // What an edit waits for comes at any time.
        guard standing == before else { return try endAnew(other) }
        outcome.differences += grown.differences + fresh.differences.map { "anew: " + $0 }
        for path in Set(grown.rows.keys).union(fresh.rows.keys).sorted()
        where !believesOldRows && grown.rows[path] != fresh.rows[path] && !fresh.isLinked(shotOf: path) {
            // What an edit says that no file says is known to whoever was told of it.
            if grown.overlaid.contains(path), grown.rows[path]?.withoutText == fresh.rows[path]?.withoutText {
                continue
            }
            // What nobody may read is what it was when it was read last.
            if fresh.rows[path]?.isShut ?? false, grown.rows[path] != nil { continue }
            if fresh.isShut(shotOf: path), grown.rows[path] == nil || fresh.rows[path] == nil { continue }
            // Of two links that lead to one folder the first is followed.
            if grown.links != fresh.links, grown.rows[path] == nil || fresh.rows[path] == nil { continue }
            let (is_, was) = (Self.text(grown.rows[path]), Self.text(fresh.rows[path]))
            outcome.differences.append("another row: \(path): is \(is_); made anew it is \(was)")
        }
        try endAnew(other)
    }

    private func endAnew(_ other: PhotoLibrary) throws {
        try other.stop()
        users.remove("../state2")
        Machine.loseIndex("2")
    }

    /// Which file stands where, but for what bystanders have: it changes while nothing is asked for where photod writes what an edit waits
    /// for. Empty in lives without edits.
    private var standing: [String: UInt64] {
        guard hasEdits else { return [:] }
        let occupants = Machine.kernel.occupants(below: Self.root).filter { !Bystander.owns($0.path) }
        return Dictionary(occupants.map { ($0.path, $0.file) }, uniquingKeysWith: { first, _ in first })
    }

    private static func text(_ item: KnownItem?) -> String { item.map { "\($0)" } ?? "nothing" }

    private func perform(_ operation: Operation) throws {
        switch operation {
        case .sync:
            sync()
            // Dear, and so not each time.
            if outcome.differences.isEmpty, simulation_draw(8) == 0 { try compareWithAnew() }
        case .kill:
            loseEvents()
            kill()
            // No program is started within a tick: what is written then does not look as what the last one has read.
            simulation_sleep(Self.glance)
            try start()
        case .loseIndex:
            hasLostIndex = true
            hidden.forget()
            trashed.forget()
            // Documents follow the index within seconds.
            simulation_sleep(10_000_000_000)
            // Unless there was no descriptor to write them with: then status says so, and their ids are lost.
            if let library, !Self.areDocumentsWritten(of: library) {
                known = nil
                shown.forget()
            }
            if Machine.kernel.hasCoarseTimes { known = nil }
            kill()
            Machine.loseIndex()
            try start()
        case .powerCut:
            // What documents did not say when all was exact may be lost with the index's last changes.
            if !wasDocumented || !Machine.kernel.tellsFilesApart { known = nil }
            // What was written anew within a tick of such a disk looks as what the index had then.
            if Machine.kernel.hasCoarseTimes { believesOldRows = true }
            loseEvents()
            hasLostIndex = true
            hidden.forget()
            trashed.forget()
            kill()
            Machine.cutPower(below: Self.state)
            try start()
        case .view(let path):
            if let library { viewed.mark(Self.root + "/" + path, in: library) }
        case .trash(let path):
            shown.noteMove(of: path)
            clients?.trash(Self.root + "/" + path)
            noteOccupants()
        case .file(let path, let folder):
            shown.noteMove(of: path)
            clients?.file(Self.root + "/" + path, into: Self.root, folder)
            noteOccupants()
        case .edit(let path, let number, let layer):
            shown.noteAsking(number, of: Self.root + "/" + path)
            clients?.edit(Self.root + "/" + path, number, layer)
            noteOccupants()
        case .undo:
            if clients?.undo() ?? false {
                shown.forget()
                left.notePuttingBack()
            }
            noteOccupants()
        case .restart:
            loseEvents()
            noteEdits()
            try stop()
            try start()
        default:
            if case .write = operation { hasWritten = true }
            if Self.hasHaste(seed) { simulation_set_haste([0, 1, 8][Int(simulation_draw(3))]) }
            let before = hasEdits ? Machine.kernel.occupants(below: Self.root) : []
            users.perform(operation)
            if hasEdits {
                let now = Machine.kernel.occupants(below: Self.root)
                shown.note(from: before, to: now)
                left.note(from: before, to: now)
            }
            simulation_set_haste(1)
            noteOccupants()
        }
    }

    private func noteOccupants() {
        let occupants = Machine.kernel.occupants(below: Self.root)
        places.note(occupants)
        comebacks.note(occupants)
        hidden.note(occupants)
    }

    /// What the kernel has told of and nobody has read is gone.
    private func loseEvents() {
        if UserCalls.hasWrittenUnseen || hasWritten && Machine.kernel.hasCoarseTimes {
            believesOldRows = true
        }
    }

    private func kill() {
        noteEdits()
        simulation_abandon_others()
        Machine.killDaemon()
        // Its threads have it for ever.
        library.map { _ = Unmanaged.passRetained($0) }
        clients.map { _ = Unmanaged.passRetained($0) }
        library = nil
    }

    /// What is under way while the daemon ends may be done later.
    private func noteEdits() {
        guard let clients, hasEdits else { return }
        shown.takeIn(clients.takeEdits())
        if clients.isEditing { shown.forget() }
    }

    private static func areDocumentsWritten(of library: PhotoLibrary) -> Bool {
        let documents = try? library.index.read { reader throws(IndexError) in try reader.documents() }
        return documents?.allSatisfy { $0.generation == $0.written } ?? false
    }

    /// Waits until the daemon says that all is exact, and holds it to that.
    private func sync() {
        guard let library else { return }
        if simulation_draw(2) == 0 { syncBesideOthers(library) }
        outcome.rounds += 1
        guard let comparison = compareWhenExact(library) else { return known = nil }
        outcome.differences += comparison.differences
        let occupants = Machine.kernel.occupants(below: Self.root)
        let answers = clients?.takeAnswers() ?? []
        trashed.takeIn(answers, places)
        outcome.differences += trashed.differences(comparison, occupants, places, comebacks)
        if hasEdits {
            left.takeIn(answers)
            outcome.differences += left.differences(occupants + TrashedPhotos.kept)
        }
        shown.takeIn(clients?.takeEdits() ?? [])
        outcome.differences += shown.differences(comparison, occupants, comebacks)
        if let known {
            outcome.differences += changedIDs(from: known, to: comparison, occupants)
            outcome.differences += lostIDs(from: known, to: comparison, occupants)
            outcome.differences += viewed.differences(from: known, to: comparison)
            outcome.differences += hidden.changedIDs(comparison, occupants, comebacks, since: places)
            hidden.takeIn(known, places, occupants, by: Machine.disk)
            outcome.differences += hidden.takenIDs(comparison, occupants, comebacks)
        }
        listener(comparison)
        known = comparison
        hasLostIndex = false
        hasWritten = false
        (UserCalls.linkedLately, UserCalls.hasWrittenUnseen) = ([], false)
        places = ShotPlaces(occupants)
        // Now and then so long that what is done when nothing else is to be done is done: digests, which later looks believe.
        if simulation_draw(3) == 0 { simulation_sleep(4_000_000_000) }
        wasDocumented = Self.areDocumentsWritten(of: library)
    }

    /// - Returns: `nil` where a server cannot be reached.
    private func compareWhenExact(_ library: PhotoLibrary) -> Comparison? {
        while true {
            clients?.untilEdited()
            let before = standing
            wait(library)
            // Nobody looks, and goes on, in less than a tick of the disk's clock: a file whose number and birth time another had
            // that lived for less cannot be told from it.
            simulation_sleep(Self.glance)
            guard !Self.isUnreachable(library) else { return nil }
            let comparison = Comparison(library, below: Self.root)
            if standing == before { return comparison }
        }
    }

    /// What had been done before a `sync` is exact when it answers, whatever others do meanwhile.
    private func syncBesideOthers(_ library: PhotoLibrary) {
        clients?.untilEdited()
        let before = standing
        let isDone = Monitor(false)
        askForSync(library, isDone)
        Bystander(users: users).work {
            let occupants = Machine.kernel.occupants(below: Self.root)
            comebacks.note(occupants)
            hidden.note(occupants)
        }
        isDone.wait { $0 ? () : nil }
        guard !Self.isUnreachable(library) else { return }
        let comparison = Comparison(library, below: Self.root, except: Bystander.owns)
        guard standing == before else { return }
        outcome.differences += comparison.differences.map { "while others went on: " + $0 }
    }

    /// Of a server whose photos all differ from what is known of them the daemon cannot say that it is the same: it says that
    /// the root is not there.
    private static func isUnreachable(_ library: PhotoLibrary) -> Bool {
        Machine.kernel.isNetwork && library.allRoots.contains { $0.state == .offline }
    }

    /// As the command does: what clients asked for before is done first.
    private func askForSync(_ library: PhotoLibrary, _ isDone: Monitor<Bool>) {
        let sync: @Sendable () -> Void = { library.sync { isDone.update { $0 = true } } }
        if let clients { clients.whenDone(sync) } else { sync() }
    }

    private func wait(_ library: PhotoLibrary) {
        clients?.untilEdited()
        let isDone = Monitor(false)
        askForSync(library, isDone)
        isDone.wait { $0 ? () : nil }
    }

    /// A file that is still what it was has the id that it had, wherever it is now. Files with several names are left out, those
    /// of whose shot other files are or were, and those that may have been one shot with another for a moment: of two that
    /// become one the older id stays. A server's files are known by their places alone.
    private func changedIDs(from before: Comparison, to now: Comparison, _ occupants: [Occupant]) -> [String]
    {
        var paths: [UInt64: [String]] = [:]
        for occupant in occupants { paths[occupant.file, default: []].append(occupant.path) }
        let placesNow = ShotPlaces(occupants)
        let isBlind = Machine.hasFewWatches(seed)
        var changed: [String] = []
        for (path, id) in before.ids.sorted(by: { $0.key < $1.key }) where !Bystander.owns(path) {
            guard let file = places.file(at: path), !isBlind || !places.hasLeft(file),
                !places.isMixed(file, becoming: placesNow, isBlind: isBlind),
                !places.isReplaced(at: path, becoming: placesNow),
                // A part that was elsewhere for a moment may have been an older photo of its content there, and brings that along.
                !places.matesElsewhere(file).contains(where: comebacks.sharesContent),
                let stamp = before.disk.files[path], !before.isLinked(shotOf: path),
                let here = paths[file], here.count == 1, let seen = now.disk.files[here[0]],
                !Machine.kernel.isNetwork || here[0] == path,
                // Without birth times a folder is its path: what comes to a photo's with its folder is new content of that one.
                Machine.kernel.hasBirthTimes || here[0] == path
                    || !places.hadAnother(at: here[0], than: file),
                // What is moved to where a link leads to that led nowhere is found at the next `sync`, and a copy of it before.
                // Nothing is heard of where a photo is in a folder without a watch, and of a disk that is away: another file of its
                // content is the photo until that is looked at.
                !(followsLinks || isBlind || Occupant.disk(of: file) != Occupant.ownDisk)
                    || !comebacks.isCopied(places.content(at: path)),
                // What comes while a photo is in the trash and has its content is the photo, and with another file of a shot comes
                // the id that it had once.
                !hasClients || !comebacks.sharesContent(file) && (before.companions[path] ?? []).isEmpty,
                Machine.kernel.tellsFilesApart || !before.isShut(path) && !now.isShut(here[0]),
                // Once it can be read its content may be that of what is gone, and it is that, as when it is read at once.
                now.isShut(here[0]) || !before.isUnread(path),
                !now.isLinked(shotOf: here[0]), let other = now.ids[here[0]], other != id
            else { continue }
            let isSame =
                seen.modificationTime == stamp.modificationTime
                && places.content(at: path) == placesNow.content(at: here[0])
            if hasLostIndex, !isSame || before.companionStamps(of: path) != now.companionStamps(of: here[0]) {
                unsure.insert(file)
            }
            guard isSame, !unsure.contains(file), before.companions[path] == now.companions[here[0]] else {
                continue
            }
            changed.append("another id: \(here[0]), which was \(path), has \(other) and had \(id)")
        }
        return changed
    }

    /// A photo that was deleted, and written anew elsewhere, is what it was. Where another disk is mounted over where it was, or over where
    /// its folder went before, it may lie under there as well, and where a link leads to is away while the link moves.
    private func lostIDs(from before: Comparison, to now: Comparison, _ occupants: [Occupant]) -> [String] {
        guard !hasLostIndex, !Machine.kernel.isNetwork, !Machine.kernel.checksPermissions else { return [] }
        let placesNow = ShotPlaces(occupants)
        var lost: [String] = []
        for (path, id) in before.ids.sorted(by: { $0.key < $1.key })
        where !Bystander.owns(path) && path.hasPrefix(Self.root + "/")
            && (before.companions[path] ?? []).isEmpty && !before.isLinked(shotOf: path)
        {
            guard let file = places.file(at: path), let content = places.content(at: path),
                let here = comebacks.place(of: file, content, among: occupants),
                !Bystander.owns(here.path), places.isAlone(file, becoming: placesNow),
                places.isAlone(here.file, becoming: placesNow),
                places.paths(of: file).allSatisfy({
                    Machine.kernel.disk(above: $0) == Occupant.disk(of: file)
                }),
                places.folders(of: file).isDisjoint(with: Machine.kernel.hiddenFolders(by: Machine.disk)),
                let other = now.ids[here.path], other != id
            else { continue }
            lost.append("another id: \(here.path), written as \(path) was, has \(other) and not \(id)")
        }
        return lost
    }
}
