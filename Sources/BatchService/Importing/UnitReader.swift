import Batches
import CaptureRules
import Files
import FolderWatch
import Glibc
import ImportRules
import Importing
import LibraryIndex
import LineProtocol
import PhotoModel
import WatchedLibrary

/// Reads what is to be imported and makes units of it: photos and videos with their companions, and what the layout of
/// their destination wants to know of them.
struct UnitReader {
    let library: PhotoLibrary
    let destination: ImportDestination
    /// Whether folder names that groups are given are theirs from then on.
    let keepsFolders: Bool
    let cancellation: Cancellation
    /// Where shots went lately.
    let store: BatchStore
    /// Whether somebody asked for it just now; else a folder is looked after.
    let isAsked: Bool
    /// Whether a sidecar without its photo is told of; else it is passed over.
    let tellsOfSidecars: Bool

    /// - Parameter failed: told of what cannot be imported; the rest is.
    func units(
        of sources: [ImportSource],
        failed: (_ path: FilePath, _ code: ReplyCode, _ message: String) -> Void
    ) -> [ImportUnit] {
        var shots: [(place: FolderPlace, shot: UnindexedShot)] = []
        for source in sources where !cancellation.isCancelled {
            do {
                var missed = source.wanted ?? []
                try library.run.readShots(
                    source.names,
                    in: source.place.path,
                    byRulesOf: destination.path,
                    isAsked: isAsked
                ) { shot in
                    let names = [shot.primary.name] + shot.companions.map(\.name)
                    if source.wanted.map({ !$0.isDisjoint(with: names) }) ?? true {
                        shots.append((source.place, shot))
                    }
                    missed.subtract(names)
                    return !cancellation.isCancelled
                }
                for name in missed.sorted() where !cancellation.isCancelled {
                    let path = source.place.path.appending(name)
                    let why = "is no photo or video, by its name or because it is no regular file"
                    failed(path, .unsupported, "\(path.display) \(why)")
                }
            } catch {
                let error = ImportError(error, source.place.path)
                failed(source.place.path, error.code, "\(error)")
            }
        }
        var writers = FileWriters()
        var late = LateComers(library: library, store: store)
        var filings: [Filing] = []
        do throws(IndexError) { filings = try self.filings(of: shots) } catch {
            let error = ImportError.index(reason: "\(error)")
            for (place, shot) in shots {
                failed(place.path.appending(shot.primary.name), error.code, "\(error)")
            }
        }
        let folders = library.run.folders(ofGroups: filings.map(\.group), keeping: keepsFolders)
        let sidecarsThere = Self.sidecarsByStem(in: sources)
        var units: [ImportUnit] = []
        for (found, (filing, folder)) in zip(shots, zip(filings, folders)) {
            do throws(ImportError) {
                var unit = try unit(found.shot, in: found.place, filing, folder, &writers)
                unit.joins = late.arrival(of: found.shot, in: found.place)
                let stem = Array(Companions.stem(of: found.shot.primary.name))
                unit.sidecars = sidecarsThere[found.place]?[stem] ?? []
                units.append(unit)
            } catch {
                failed(found.place.path.appending(found.shot.primary.name), error.code, "\(error)")
            }
        }
        for (place, files) in sidecars(of: sources, besides: shots) {
            do throws(ImportError) {
                let joins = late.arrival(of: files[0], in: place)
                guard joins != nil || tellsOfSidecars else { continue }
                units.append(try unit(files, in: place, joins, &writers))
            } catch {
                failed(place.path.appending(files[0]), error.code, "\(error)")
            }
        }
        return units
    }

    private static func sidecarsByStem(in sources: [ImportSource]) -> [FolderPlace: [[UInt8]: Set<FileName>]]
    {
        var sidecars: [FolderPlace: [[UInt8]: Set<FileName>]] = [:]
        for source in sources {
            for name in source.names where name.format?.kind == .sidecar {
                let stem = Array(Companions.stem(of: name))
                sidecars[source.place, default: [:]][stem, default: []].insert(name)
            }
        }
        return sidecars
    }

    /// What a shot's place is made of.
    private struct Filing {
        let group: String?
        let month: MonthKey
    }

    /// As files say it; of what is in the library as photod shows it, where somebody may have said otherwise.
    private func filings(
        of shots: [(place: FolderPlace, shot: UnindexedShot)]
    ) throws(IndexError) -> [Filing] {
        try library.index.read { reader throws(IndexError) in
            var filings = shots.map {
                Filing(group: $0.shot.record.describedGroup, month: $0.shot.record.month)
            }
            for (position, (place, shot)) in shots.enumerated() {
                let path = AssetPath(place.path.appending(shot.primary.name), library)
                guard let asset = try path?.find(reader) else { continue }
                let group = try reader.groupName(ofAsset: asset.key)
                filings[position] = Filing(group: group, month: asset.month)
            }
            return filings
        }
    }

    /// Sidecars that are in no shot, by stem.
    private func sidecars(
        of sources: [ImportSource],
        besides shots: [(place: FolderPlace, shot: UnindexedShot)]
    ) -> [(FolderPlace, [FileName])] {
        let inShots = Dictionary(grouping: shots, by: \.place).mapValues { shots in
            Set(shots.flatMap { [$0.shot.primary.name] + $0.shot.companions.map(\.name) })
        }
        return sources.flatMap { source -> [(FolderPlace, [FileName])] in
            // What is named by itself is told of by its name.
            guard source.wanted == nil else { return [] }
            let alone = source.names.filter { name in
                name.format?.kind == .sidecar && !(inShots[source.place]?.contains(name) ?? false)
            }
            let stems = Dictionary(grouping: alone) { Array(Companions.stem(of: $0)) }
            return stems.values.map { (source.place, $0.sorted()) }.sorted { $0.1[0] < $1.1[0] }
        }
    }

    private func unit(
        _ names: [FileName],
        in place: FolderPlace,
        _ joins: RecentArrivals.Arrival?,
        _ writers: inout FileWriters
    ) throws(ImportError) -> ImportUnit {
        var files: [ImportFile] = []
        for name in names {
            files.append(try ImportFile(lookingAt: place.path.appending(name), writers: &writers))
        }
        return ImportUnit(folder: place, files: files, values: LayoutValues(), joins: joins)
    }

    /// - Throws: where a file of it went or changed meanwhile, is being written, or has nothing in it yet, and where the photo cannot be
    ///   read: it could be moved all the same, but not to where its description says.
    private func unit(
        _ shot: UnindexedShot,
        in place: FolderPlace,
        _ filing: Filing,
        _ folder: String,
        _ writers: inout FileWriters
    ) throws(ImportError) -> ImportUnit {
        var files: [ImportFile] = []
        for file in [shot.primary] + shot.companions {
            let path = place.path.appending(file.name)
            var found = try ImportFile(lookingAt: path, writers: &writers)
            guard found.stamp.hasSameContent(as: file.stamp, in: place.path) else { throw .changed(path) }
            // What belongs there has still to come, and a shot goes as a whole. A sidecar that says nothing keeps nobody waiting.
            if found.stamp.size == 0, file.name.format?.kind != .sidecar { throw .empty(path) }
            found.fingerprint = file.fingerprint
            files.append(found)
        }
        let primary = place.path.appending(shot.primary.name)
        guard shot.isRead else { throw .unread(primary) }
        switch shot.record.unreadable {
        case .permission: throw .system(operation: "read", path: primary, code: EACCES)
        case .inputOutput: throw .system(operation: "read", path: primary, code: EIO)
        default: break
        }
        return ImportUnit(
            folder: place,
            files: files,
            values: LayoutValues(
                groupFolder: filing.group.map { _ in folder },
                otherFolder: GroupFolders.other,
                month: filing.month,
                camera: shot.record.model ?? shot.record.make,
                original: place.beneath
            )
        )
    }
}

extension ImportError {
    /// What a look at a folder, or at what a user named, ended with.
    init(_ error: any Error, _ path: FilePath) {
        self =
            switch error as? FolderError {
            case .missing: .missing(path)
            case .unreadable: .system(operation: "read", path: path, code: EACCES)
            case .exhausted(let code), .unreachable(let code):
                .system(operation: "read", path: path, code: code)
            case nil: .system(operation: "read", path: path, code: EIO)
            }
    }
}
