import Batches
import CaptureRules
import Files
import FolderWatch
import ImportRules
import Importing
import LineProtocol
import PhotoModel
import Roots
import WatchedLibrary

/// One `import`: reads what is there, plans, and carries the plan out.
struct ImportJob {
    let order: ImportOrder
    let library: PhotoLibrary
    let folders: ImportFolders
    let importer: Importer
    let store: BatchStore
    /// Whether a place is known not to answer.
    let isSilent: (FilePath) -> Bool
    let cancellation: Cancellation
    let places: BatchPlaces
    let reply: BatchReply

    func run() {
        let targets =
            order.into.map { [$0] } ?? library.allRoots.filter { !$0.isLinked }.map(\.library.path)
        let silent = Set(order.paths.filter(isSilent))
        let paths = order.paths.filter { !silent.contains($0) }
        places.are(paths + targets)
        do {
            // Of several roots none is meant. Of a root that hangs the destination itself says so.
            if targets.count == 1, library.run.root(of: targets[0])?.hanging == nil, isSilent(targets[0]) {
                throw ImportError.offline(targets[0])
            }
            let destination = try ImportDestination(order.into, library)
            let ending = LibraryWait.whileWritable(library, cancellation)
            guard ending == .exact else { return reply.abandon(ending) }
            try destination.checkIsOnline(library)
            // Their lines wait: each says how many there are in all.
            var unreadable: [(path: FilePath, code: ReplyCode, message: String)] = []
            func refuse(_ path: FilePath, _ error: ImportError) {
                unreadable.append((path, error.code, "\(error)"))
            }
            for path in order.paths where silent.contains(path) { refuse(path, .offline(path)) }
            let roots = library.allRoots.map(\.library.path)
            let sources = ImportSource.all(paths, besides: roots) { path, error in
                refuse(path, ImportError(error, path))
            }
            let reader = UnitReader(
                library: library,
                destination: destination,
                keepsFolders: !order.isDryRun,
                cancellation: cancellation,
                store: store,
                isAsked: true,
                tellsOfSidecars: false
            )
            let units = reader.units(of: sources) { path, code, message in
                unreadable.append((path, code, message))
            }
            guard !cancellation.isCancelled else { return reply.abandon() }
            let plan = plan(units, for: destination)
            reply.total = unreadable.count + plan.items.count
            for (path, code, message) in unreadable { reply.add(message, code, from: path) }
            if order.isDryRun {
                show(plan, unreadable.count)
            } else {
                try apply(plan, unreadable.count, into: destination.folder)
            }
        } catch let error as ProtocolError {
            reply.finish(refusing: error)
        } catch {
            reply.finish(refusing: ProtocolError(error, of: "import"))
        }
    }

    // MARK: Planning and doing

    private func plan(_ units: [ImportUnit], for destination: ImportDestination) -> ImportPlan {
        var planner = ImportPlanner(
            library: IndexLookup(library: library, places: places),
            root: destination.path,
            layout: order.layout,
            action: order.action,
            duplicates: order.duplicates,
            clean: FolderName.clean,
            obstacle: ImportObstacles(library, folders).at
        )
        return planner.plan(units)
    }

    private func show(_ plan: ImportPlan, _ unreadable: Int) {
        reply.open(batch: nil)
        var (planned, unchanged, errors) = (0, 0, unreadable)
        var obstacles = ActionObstacles(order.action)
        for item in plan.items {
            if let obstacle = obstacles.obstacle(to: item), let primary = item.unit.files.first {
                errors += 1
                let path = item.unit.folder.path.appending(primary.name)
                reply.add(.refused(obstacle), from: path, joining: item.unit.completes)
                continue
            }
            switch item.decision {
            case .place, .duplicate(_, twins: .some): planned += 1
            case .inPlace, .duplicate: unchanged += 1
            case .refused: errors += 1
            }
            reply.add(item)
        }
        reply.finish(batch: nil, ok: planned, unchanged: unchanged, errors: errors)
    }

    private func apply(_ plan: ImportPlan, _ unreadable: Int, into destination: Folder) throws {
        // A name that is given is kept before anything has it.
        try library.run.keepGroupFolders()
        let taken = TakenPhotos(plan.trashed, of: library)
        defer { taken.end() }
        let moving = MovingShots(plan, order.action, in: library)
        defer { moving.endAll() }
        let result = try importer.apply(
            plan,
            action: order.action,
            into: destination,
            cancellation: cancellation,
            began: { batch in
                places.batch = batch
                moving.begin(.brings(batch.description))
                taken.begin(batch.description)
                reply.open(batch: batch)
            }
        ) { outcome in
            moving.end(outcome)
            taken.note(outcome)
            let unit = plan.items[outcome.index].unit
            guard let primary = unit.files.first else { return }
            reply.add(
                outcome.result,
                from: unit.folder.path.appending(primary.name),
                joining: unit.completes
            )
        }
        taken.waitUntilGone(cancellation)
        reply.finish(
            batch: result.batch?.description,
            ok: result.ok,
            unchanged: result.unchanged,
            errors: result.errors + unreadable
        )
    }
}
