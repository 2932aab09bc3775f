import CaptureRules
import FolderWatch
import ImportRules
import Importing
import PhotoModel

/// What is known of one import folder while the daemon runs.
struct WatchedImportFolder: Sendable {
    let settings: ImportFolder
    let node: NodeID
    var arriving = ArrivingShots()
    /// Where it lies without symbolic links, once it was looked at.
    var realPath: FilePath?
    /// Why the folder itself cannot be opened; `nil` where it can.
    var absence: FolderError?
    /// Why each shot that is still there was not imported, by its primary file.
    var refusals: [FilePath: String] = [:]
    /// Files that were found open for writing, and since when.
    private var written: [FilePath: Int64] = [:]
    /// Where others write unseen: how files were found.
    var steady = SteadyFiles()

    /// A minute: a copy may pause, but what takes longer somebody has forgotten to close.
    private static let patience: Int64 = 60_000_000_000

    init(settings: ImportFolder, node: NodeID) {
        self.settings = settings
        self.node = node
    }

    mutating func take(in sight: ImportFolderSight, now: Int64) {
        let path = sight.work.path
        if !refusals.isEmpty { refusals = refusals.filter { !sight.tellsTheEnd(of: $0.key) } }
        if !written.isEmpty { written = written.filter { !sight.tellsTheEnd(of: $0.key) } }
        steady.forget(in: path) { sight.tellsTheEnd(of: $0) }
        for stem in sight.stems { arriving.hear(of: ArrivingShots.Place(folder: path, stem: stem), now: now) }
    }

    /// Takes in what came of an order.
    ///
    /// - Returns: the refusals that were not known.
    mutating func finish(_ order: ImportFolderOrder, _ outcome: ImportFolderOutcome, now: Int64) -> [String] {
        let before = refusals
        var stems: [FilePath: Set<[UInt8]>] = [:]
        for part in order.folders { stems[part.path] = part.stems }
        refusals = refusals.filter { path, _ in
            !(stems[path.parent]?.contains(Array(Companions.stem(of: path.lastName))) ?? false)
        }
        written = written.filter { path, _ in
            !(stems[path.parent]?.contains(Array(Companions.stem(of: path.lastName))) ?? false)
                || outcome.written.contains(path)
        }
        var told = outcome.refusals
        for path in outcome.written {
            let since = written[path] ?? now
            written[path] = since
            guard now - since >= Self.patience else { continue }
            told[path] = "\(outcome.empty.contains(path) ? ImportError.empty(path) : .beingWritten(path))"
        }
        // All of it could not be imported, and now it could.
        refusals[settings.path] = nil
        refusals.merge(told) { _, new in new }
        for place in outcome.postponed { arriving.postpone(place, now: now) }
        return told.filter { before[$0.key] != $0.value }.map(\.value).sorted()
    }

    /// What is wrong with it: half sentences, with what to do.
    func problem(isHanging: Bool) -> (problem: String, remedy: String)? {
        let path = settings.path.display
        if isHanging {
            return (
                "the import folder \(path) does not answer",
                "see to its server or disk, or detach it (umount -f -l); photod notices"
            )
        }
        if let absence {
            let parts = "\(absence)".split(separator: ": ", maxSplits: 1)
            return (
                "the import folder \(path) cannot be reached: \(parts[0])",
                "\(parts.count > 1 ? String(parts[1]) : "mount or create it"); photod notices"
            )
        }
        guard let first = refusals.min(by: { $0.value < $1.value })?.value else { return nil }
        let parts = first.split(separator: "; ", maxSplits: 1)
        let photos = refusals.count == 1 ? "1 photo waits" : "\(refusals.count) photos wait"
        return (
            "\(photos) in the import folder \(path): \(parts[0])",
            parts.count > 1 ? String(parts[1]) : "see the log"
        )
    }

    /// What is to be imported, by folder, of shots that were taken.
    func order(_ places: [ArrivingShots.Place]) -> ImportFolderOrder? {
        guard !places.isEmpty else { return nil }
        var stems: [FilePath: Set<[UInt8]>] = [:]
        for place in places { stems[place.folder, default: []].insert(place.stem) }
        return ImportFolderOrder(
            settings: settings,
            node: node,
            folders: stems.map { ImportFolderOrder.Part(path: $0, stems: $1) }
                .sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
        )
    }
}

/// What came of shots that were to be imported.
struct ImportFolderOutcome: Sendable {
    /// Why some were not, by their primary files.
    var refusals: [FilePath: String] = [:]
    /// Files that somebody is writing, or will write.
    var written: Set<FilePath> = []
    /// Those of them that have nothing in them.
    var empty: Set<FilePath> = []
    /// Shots that are to be tried again.
    var postponed: Set<ArrivingShots.Place> = []

    mutating func refuse(_ path: FilePath, _ why: String, isFinal: Bool) {
        refusals[path] = why
        if !isFinal { postpone(path) }
    }

    /// The file's closing is an event; where that is missed its shot is tried again all the same.
    mutating func wait(for path: FilePath, isEmpty: Bool = false) {
        written.insert(path)
        if isEmpty { empty.insert(path) }
        postpone(path)
    }

    private mutating func postpone(_ path: FilePath) {
        postponed.insert(
            ArrivingShots.Place(folder: path.parent, stem: Array(Companions.stem(of: path.lastName)))
        )
    }
}

/// Shots of one import folder that are to be imported together.
struct ImportFolderOrder: Sendable {
    struct Part: Sendable {
        let path: FilePath
        let stems: Set<[UInt8]>
    }

    let settings: ImportFolder
    let node: NodeID
    let folders: [Part]
}
