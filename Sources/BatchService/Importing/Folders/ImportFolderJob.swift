import Batches
import CaptureRules
import Files
import FolderWatch
import ImportRules
import Importing
import LineProtocol
import Logging
import PhotoModel
import WatchedLibrary

/// Imports what came into an import folder, as one batch.
struct ImportFolderJob {
    let order: ImportFolderOrder
    let folders: ImportFolders
    let library: PhotoLibrary
    let importer: Importer
    let store: BatchStore
    let memory: ImportMemory
    let cancellation: Cancellation
    let places: BatchPlaces
    let logger: Logger

    /// A full disk refuses thousands for one reason.
    private static let toldRefusals = 10

    func run() {
        var outcome = ImportFolderOutcome()
        do {
            try perform(&outcome)
        } catch let error as ProtocolError {
            fail(error.message, &outcome)
        } catch {
            fail("\(error)", &outcome)
        }
        if let cause = cancellation.cause {
            // What is left is found at the next start.
            guard cause != .daemonEnds else { return }
            fail("\(cause)", &outcome)
        }
        finish(outcome)
        // The call came back after all, so there is somebody again who answers.
        if case .hanging? = cancellation.cause { _ = folders.rescan(order.settings.path) }
    }

    /// The import is not begun, as a place that it has to do with does not answer an earlier one, or for want of a thread.
    func putOff(_ why: String) {
        var outcome = ImportFolderOutcome()
        fail(why, &outcome)
        finish(outcome)
    }

    private func finish(_ outcome: ImportFolderOutcome) {
        let refusals = folders.finish(order, outcome)
        for refusal in refusals.prefix(Self.toldRefusals) { logger.warning("not imported: \(refusal)") }
        let rest = refusals.count - Self.toldRefusals
        if rest > 0 { logger.warning("not imported: \(Self.photos(rest)) more") }
    }

    /// Nothing of the order could be done; all of it is tried again.
    private func fail(_ why: String, _ outcome: inout ImportFolderOutcome) {
        for part in order.folders { postpone(part, &outcome) }
        outcome.refusals[order.settings.path] = why
    }

    private func postpone(_ part: ImportFolderOrder.Part, _ outcome: inout ImportFolderOutcome) {
        for stem in part.stems {
            outcome.postponed.insert(ArrivingShots.Place(folder: part.path, stem: stem))
        }
    }

    private func perform(_ outcome: inout ImportFolderOutcome) throws {
        let sources = sources(&outcome)
        guard !sources.isEmpty else { return }
        // Held from before the library is in step, where its disk is known to be there; one that is just back is known then.
        let held = try? ImportDestination(order.settings.into, library)
        switch LibraryWait.whileWritable(library, cancellation) {
        case .exact: break
        case .cancelled: return
        // What else the import thread has to do need not wait for room, and would not be answered.
        case .problem(let problem): return fail(problem, &outcome)
        }
        let destination = try held ?? ImportDestination(order.settings.into, library)
        try destination.checkIsOnline(library)
        let reader = UnitReader(
            library: library,
            destination: destination,
            keepsFolders: true,
            cancellation: cancellation,
            store: store,
            isAsked: false,
            tellsOfSidecars: true
        )
        let units = reader.units(of: sources) { path, code, message in
            // What went again needs no import; what comes in its place is told of.
            if code != .noSuch { outcome.refuse(path, message, isFinal: code == .unsupported) }
        }
        guard !cancellation.isCancelled else { return }
        var planner = ImportPlanner(
            library: IndexLookup(library: library, places: places),
            root: destination.path,
            layout: order.settings.layout,
            action: order.settings.action,
            duplicates: order.settings.duplicates,
            clean: FolderName.clean,
            obstacle: ImportObstacles(library, folders).at
        )
        let plan = planner.plan(units)
        guard let result = try apply(plan, into: destination.folder, &outcome) else { return }
        // Once the library expects nothing of it any more.
        if result.isInVain, let batch = result.batch { store.forget(batch) }
        tell(result)
    }

    // MARK: Sources

    /// The complete files of the shots, but for those that were dealt with before.
    private func sources(_ outcome: inout ImportFolderOutcome) -> [ImportSource] {
        var writers = FileWriters()
        return order.folders.compactMap { part in
            let names: [FileName]
            do { names = try self.names(of: part, &writers, &outcome) } catch {
                // A folder that is gone has nothing to import; one that could not be looked into is tried again.
                if error as? FolderError != .missing {
                    postpone(part, &outcome)
                    outcome.refusals[part.path] = "\(part.path.display): \(error)"
                }
                return nil
            }
            guard !names.isEmpty else { return nil }
            let below = part.path.bytes.dropFirst(order.settings.path.bytes.count)
                .split(separator: UInt8(ascii: "/")).map { FileName(Array($0)) }
            return ImportSource(place: FolderPlace(base: order.settings.path, beneath: below), names: names)
        }
    }

    private func names(
        of part: ImportFolderOrder.Part,
        _ writers: inout FileWriters,
        _ outcome: inout ImportFolderOutcome
    ) throws -> [FileName] {
        let directory =
            part.path == order.settings.path
            ? try DirectoryReader(rootPath: part.path) : try DirectoryReader(path: part.path)
        let listing = try ImportListing(directory)
        var stems: [[UInt8]: [FileName]] = [:]
        for name in listing.files {
            let stem = Array(Companions.stem(of: name))
            if part.stems.contains(stem) { stems[stem, default: []].append(name) }
        }
        // When the last file of a shot is complete, there is an event that tells of it.
        for name in folders.unfinished(part) { stems[Array(Companions.stem(of: name))] = nil }
        let new = Set(try memory.unknown(stems.values.flatMap { $0 }, in: part.path))
        stems = stems.filter { !new.isDisjoint(with: $0.value) }
        let there = FilesInDirectory(descriptor: directory.descriptor, path: part.path)
        for name in stems.values.flatMap({ $0 }) {
            let readiness = there.readiness(of: name, &writers)
            guard readiness != .complete else { continue }
            stems[Array(Companions.stem(of: name))] = nil
            outcome.wait(for: part.path.appending(name), isEmpty: readiness == .empty)
        }
        if try FilesystemIdentity(of: directory.descriptor).isNetwork {
            let stamps = there.stamps(of: stems.values.flatMap { $0 })
            let steady = folders.steady(stamps, in: part.path, among: Set(listing.files), order)
            stems = stems.filter { $0.value.allSatisfy(steady.contains) }
        }
        return stems.values.flatMap { $0 }.sorted()
    }

    // MARK: Importing

    private func apply(
        _ plan: ImportPlan,
        into destination: Folder,
        _ outcome: inout ImportFolderOutcome
    ) throws -> BatchResult? {
        guard !plan.items.isEmpty else { return nil }
        try library.run.keepGroupFolders()
        // As they were planned: what replaced one of them meanwhile is imported in its turn.
        var stayed: [FilePath: [FileName: FileStamp]] = [:]
        var known: [FilePath: [FileName: FileStamp]] = [:]
        let leaves = order.settings.action == .move
        let taken = TakenPhotos(plan.trashed, of: library)
        defer { taken.end() }
        let moving = MovingShots(plan, order.settings.action, in: library)
        defer { moving.endAll() }
        let result = try importer.apply(
            plan,
            action: order.settings.action,
            into: destination,
            cancellation: cancellation,
            began: { batch in
                places.batch = batch
                moving.begin(.brings(batch.description))
                taken.begin(batch.description)
            },
            beforeEnd: { () throws(ImportError) in
                for (folder, stamps) in stayed { try memory.remember(stamps, in: folder) }
                try memory.commit()
            },
            report: { told in
                moving.end(told)
                taken.note(told)
                let unit = plan.items[told.index].unit
                guard let primary = unit.files.first else { return }
                let folder = unit.folder.path
                switch told.result {
                case .placed, .removed:
                    if leaves { break }
                    let isRenamed = order.settings.action == .hardlink
                    stayed[folder, default: [:]].note(unit, isRenamed: isRenamed)
                case .trashed: break
                case .unchanged:
                    known[folder, default: [:]].note(unit, isRenamed: false)
                case .partly(_, let error), .refused(let error):
                    if case .missing = error { return }
                    outcome.refuse(folder.appending(primary.name), "\(error)", isFinal: error.isFinal)
                    // Some may have gone and come back.
                    if error.isFinal {
                        known[folder, default: [:]].note(unit, isRenamed: true)
                    }
                }
            }
        )
        for (folder, stamps) in known { try memory.remember(stamps, in: folder, isLasting: false) }
        taken.waitUntilGone(cancellation)
        return result
    }

    private func tell(_ result: BatchResult) {
        let from = order.settings.path.display
        if result.unchanged > 0 {
            let photos = Self.photos(result.unchanged)
            logger.info("\(photos) in \(from) stay there: the library has them already")
        }
        guard let batch = result.batch, result.ok > 0 else { return }
        let into = order.settings.into.display
        logger.info("\(Self.photos(result.ok)) imported from \(from) to \(into) (batch \(batch))")
    }

    private static func photos(_ count: Int) -> String { count == 1 ? "1 photo" : "\(count) photos" }
}

extension [FileName: FileStamp] {
    /// Takes in how the files of a unit are known again.
    fileprivate mutating func note(_ unit: ImportUnit, isRenamed: Bool) {
        for file in unit.files { self[file.name] = file.remembered(isRenamed: isRenamed) }
    }
}

extension ImportError {
    /// Whether trying again would meet the same until the file or its surroundings change.
    var isFinal: Bool {
        switch kind {
        case .system, .busy, .permission: false
        case .noSuch, .unsupported, .exists: true
        }
    }
}
