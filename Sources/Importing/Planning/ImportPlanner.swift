import Batches
import CaptureRules
import ImportRules
import PhotoModel

/// Decides where each unit goes and what its files are called there. It asks the library and changes nothing.
public struct ImportPlanner<Library: LibraryLookup> {
    private struct Content: Hashable {
        let size: Int64
        let fingerprint: Fingerprint
    }

    /// A file that this import brings into the library.
    private struct Planned {
        let source: FilePath
        let destination: FilePath
    }

    private struct Pair: Hashable {
        let place: FilePath
        let folder: FilePath
    }

    let library: Library
    let root: FilePath
    private let layout: LayoutTemplate
    private let action: ImportAction
    private let duplicates: DuplicatePolicy
    private let clean: (String) -> String
    let obstacle: (FolderPlace, FileName) -> ImportError?
    var folders: [FolderPlace: TakenNames] = [:]
    /// Of folders to which something comes after its photo.
    private var listings: [FolderPlace: LateCompanions.NamesByStem] = [:]
    private var planned: [Content: [Planned]] = [:]
    private var hashes: [FilePath: Fingerprint] = [:]
    private var pairs: [Pair: Bool] = [:]
    /// Files that do not stay where they are: what the library has of them it has only once they are imported.
    private var leaving: Set<FilePath> = []

    /// - Parameters:
    ///   - root: the library's folder.
    ///   - clean: makes any text a legal folder name, and leaves legal ones alone.
    ///   - obstacle: what speaks against a file of this name in a folder; `nil` where nothing does.
    public init(
        library: Library,
        root: FilePath,
        layout: LayoutTemplate = .standard,
        action: ImportAction,
        duplicates: DuplicatePolicy = .keep,
        clean: @escaping (String) -> String,
        obstacle: @escaping (FolderPlace, FileName) -> ImportError? = { _, _ in nil }
    ) {
        self.obstacle = obstacle
        self.library = library
        self.root = root
        self.layout = layout
        self.action = action
        self.duplicates = duplicates
        self.clean = clean
    }

    /// Plans units in their order: of two with the same content the first is imported, of two with the same
    /// name the first keeps it.
    public mutating func plan(_ units: some Collection<ImportUnit>) -> ImportPlan {
        for unit in units where action == .move {
            let place = place(of: unit)
            guard let primary = unit.files.first, obstacle(place, primary.name) == nil,
                !isIn(place, unit)
            else { continue }
            for file in unit.files { leaving.insert(unit.folder.path.appending(file.name)) }
        }
        return ImportPlan(items: units.flatMap { items(of: $0) })
    }

    private mutating func items(of unit: ImportUnit) -> [ImportPlan.Item] {
        do throws(ImportError) {
            let decision = try decide(unit)
            if case .duplicate(of: let photo, twins: nil) = decision,
                let (companions, rest) = try split(unit, at: photo)
            {
                let joining = ImportPlan.Item(unit: companions, decision: try decide(companions))
                let twins = duplicates == .trash ? try twins(of: rest, primary: photo) : nil
                return [joining, ImportPlan.Item(unit: rest, decision: .duplicate(of: photo, twins: twins))]
            }
            return [ImportPlan.Item(unit: unit, decision: decision)]
        } catch {
            return [ImportPlan.Item(unit: unit, decision: .refused(error))]
        }
    }

    private func place(of unit: ImportUnit) -> FolderPlace {
        FolderPlace(base: root, beneath: layout.folders(for: unit.values, clean: clean))
    }

    /// Whether a unit lies in a folder, by whatever path.
    private mutating func isIn(_ place: FolderPlace, _ unit: ImportUnit) -> Bool {
        if place.path == unit.folder.path { return true }
        let pair = Pair(place: place.path, folder: unit.folder.path)
        if let known = pairs[pair] { return known }
        let isOne = library.areOne(place, unit.folder)
        pairs[pair] = isOne
        return isOne
    }

    private mutating func decide(_ unit: ImportUnit) throws(ImportError) -> ImportPlan.Decision {
        if let photo = unit.completes { return try complete(photo, unit) }
        let place = place(of: unit)
        guard let primary = unit.files.first else { return .inPlace }
        if let obstacle = obstacle(place, primary.name) { throw obstacle }
        if isIn(place, unit) { return .inPlace }
        // What is in the library and stays where it is would be there twice.
        if action != .move, try isInLibrary(primary, in: unit) { return .inPlace }
        if let twin = try twin(of: primary, in: unit) {
            let twins = duplicates == .trash ? try twins(of: unit, primary: twin) : nil
            return .duplicate(of: twin, twins: twins)
        }
        if let joined = try joined(unit) { return joined }
        guard primary.name.format?.kind != .sidecar else {
            throw .withoutPhoto(unit.folder.path.appending(primary.name))
        }
        var taken = try taken(in: place)
        // Held twice, the set would be copied with each name.
        folders[place] = nil
        let names = taken.claim(unit.files.map(\.name), from: unit.folder.path)
        folders[place] = taken
        note(unit, place, names)
        return .place(place, names: names)
    }

    /// A place beside the photo that came before; `nil` where the unit does not belong there.
    private mutating func joined(_ unit: ImportUnit) throws(ImportError) -> ImportPlan.Decision? {
        guard let arrival = unit.joins, let primary = unit.files.first,
            obstacle(arrival.place, primary.name) == nil
        else { return nil }
        let there = try names(in: arrival.place)
        let files = unit.files.map(\.name)
        guard let names = LateCompanions.names(for: files, joining: arrival, among: there) else { return nil }
        if folders[arrival.place] == nil { folders[arrival.place] = TakenNames(there.values.joined()) }
        guard folders[arrival.place]?.join(names) == true else { return nil }
        note(unit, arrival.place, names)
        return .place(arrival.place, names: names)
    }

    /// What a folder held when the first that came late was planned for it: thousands come to one.
    private mutating func names(in place: FolderPlace) throws(ImportError) -> LateCompanions.NamesByStem {
        if let known = listings[place] { return known }
        let names = LateCompanions.byStem(try library.names(in: place))
        listings[place] = names
        return names
    }

    func taken(in place: FolderPlace) throws(ImportError) -> TakenNames {
        if let known = folders[place] { return known }
        return TakenNames(try library.names(in: place))
    }

    mutating func note(_ unit: ImportUnit, _ place: FolderPlace, _ names: [FileName]) {
        for (file, name) in zip(unit.files, names) {
            guard let fingerprint = file.fingerprint else { continue }
            planned[Content(size: file.stamp.size, fingerprint: fingerprint), default: []].append(
                Planned(
                    source: unit.folder.path.appending(file.name),
                    destination: place.path.appending(name)
                )
            )
        }
    }

    // MARK: - Duplicates

    /// A file of the library, or one that this import brings there, with the same content.
    mutating func twin(
        of file: ImportFile,
        in unit: ImportUnit,
        beside: [FilePath] = []
    ) throws(ImportError) -> FilePath? {
        let path = unit.folder.path.appending(file.name)
        var candidates = beside.map { Planned(source: $0, destination: $0) }
        if let fingerprint = file.fingerprint {
            candidates += try library.twins(size: file.stamp.size, fingerprint: fingerprint)
                .filter { !leaving.contains($0) }.map { Planned(source: $0, destination: $0) }
            candidates += planned[Content(size: file.stamp.size, fingerprint: fingerprint)] ?? []
        }
        candidates.removeAll { $0.source == path }
        guard !candidates.isEmpty else { return nil }
        let own = try hash(of: path)
        for candidate in candidates {
            do throws(ImportError) {
                if try hash(of: candidate.source) == own { return candidate.destination }
            } catch {
                // What cannot be read cannot be relied on: rather twice in the library than not at all.
                continue
            }
        }
        return nil
    }

    /// For each file its twin; `nil` where one has none: then nothing of the unit goes to the trash.
    private mutating func twins(
        of unit: ImportUnit,
        primary twin: FilePath
    ) throws(ImportError) -> [FilePath]? {
        var twins = [twin]
        for companion in unit.files.dropFirst() {
            let beside = [twin.parent.appending(JoinedName.of(companion.name, joining: twin.lastName))]
            guard let found = try self.twin(of: companion, in: unit, beside: beside) else { return nil }
            twins.append(found)
        }
        return twins
    }

    private mutating func hash(of path: FilePath) throws(ImportError) -> Fingerprint {
        if let known = hashes[path] { return known }
        let hash = try library.contentHash(of: path)
        hashes[path] = hash
        return hash
    }
}
