import Files
import Glibc
import ImportRules
import PhotoModel
import TestSupport

@testable import Batches
@testable import Importing

/// An inbox, a library, a state directory, and what can be asked of them.
final class Trial {
    let folder: TemporaryFolder
    /// Another file system, where the library or the inbox lies there.
    private let elsewhere: OtherFileSystem?
    let inbox: FilePath
    let library: FilePath
    let state: FilePath

    /// - Parameters:
    ///   - libraryIn: where the library lies, if not beside the state directory.
    ///   - inboxIn: the same of the inbox.
    init(libraryIn: OtherFileSystem? = nil, inboxIn: OtherFileSystem? = nil) throws {
        folder = try TemporaryFolder()
        elsewhere = libraryIn ?? inboxIn
        inbox = (inboxIn?.path ?? folder.location) + "inbox"
        library = (libraryIn?.path ?? folder.location) + "library"
        state = folder.location("state")
        for path in [inbox, library, state] { try Disk.makeFolder(path) }
    }

    // MARK: - Files

    @discardableResult
    func write(
        _ name: String,
        _ text: String,
        in place: FilePath? = nil,
        seconds: Int = 1_479_200_000
    ) throws -> FilePath {
        let path = (place ?? inbox) + name
        try Disk.makeFolders(path.parent)
        try Disk.write(text, to: path)
        try Disk.setTime(path, seconds: seconds, nanoseconds: 123_456_789)
        return path
    }

    /// Three units: a photo with its sidecar, a photo alone, a RAW file and its still in a folder.
    func fill() throws {
        try write("a.jpg", "the first photo")
        try write("a.jpg.xmp", "what is said of it", seconds: 1_479_200_001)
        try Disk.setMode(write("b.jpg", "the second photo"), 0o640)
        try write("trip/c.jpg", "the third photo")
        try write("trip/c.cr2", "the third photo, raw")
    }

    func unit(
        _ names: String...,
        group: String? = "Beach",
        in subfolder: String? = nil
    ) throws -> ImportUnit {
        let place = FolderPlace(base: inbox, beneath: subfolder.map { [FileName($0)] } ?? [])
        return ImportUnit(
            folder: place,
            files: try names.map { name in
                let path = place.path + name
                var file = try ImportFile(lookingAt: path)
                file.fingerprint = try DiskLibrary.fingerprint(of: path)
                return file
            },
            values: LayoutValues(groupFolder: group, original: place.beneath)
        )
    }

    /// What `fill` made.
    func units() throws -> [ImportUnit] {
        [
            try unit("a.jpg", "a.jpg.xmp"), try unit("b.jpg", group: nil),
            try unit("c.jpg", "c.cr2", group: "Trip", in: "trip"),
        ]
    }

    // MARK: - Importing

    func plan(
        _ units: [ImportUnit],
        layout: LayoutTemplate = .standard,
        action: ImportAction = .move,
        duplicates: DuplicatePolicy = .keep
    ) -> ImportPlan {
        var planner = ImportPlanner(
            library: DiskLibrary(root: library),
            root: library,
            layout: layout,
            action: action,
            duplicates: duplicates,
            clean: { $0 }
        )
        return planner.plan(units)
    }

    /// - Parameter days: by which the trial's clock is ahead of the day that it always shows.
    func store(_ gate: ChangeGate = .open, days: Int64 = 0) throws -> BatchStore {
        try BatchStore(stateDirectory: state, gate: gate) {
            let microseconds = 1_795_255_200_000_000 + days * 86_400_000_000
            return WallTime(localTime: LocalTime(microseconds: microseconds), offsetMinutes: 60)
        }
    }

    /// The name of the first batch of the day that the trial's clock always shows.
    static let firstBatch = "20261121-0001"

    @discardableResult
    func apply(
        _ plan: ImportPlan,
        _ action: ImportAction = .move,
        gate: ChangeGate = .open,
        cancellation: Cancellation = Cancellation(),
        report: (UnitOutcome) -> Void = { _ in }
    ) throws -> BatchResult {
        let home = folder.location("home")
        return try Importer(store: try store(gate), trash: TrashFolder(dataHome: home))
            .apply(plan, action: action, cancellation: cancellation, report: report)
    }

    /// Outcomes in the plan's order.
    func outcomes(
        _ plan: ImportPlan,
        _ action: ImportAction = .move,
        gate: ChangeGate = .open
    ) throws -> [UnitOutcome.Result] {
        var outcomes: [UnitOutcome] = []
        try apply(plan, action, gate: gate) { outcomes.append($0) }
        return outcomes.sorted { $0.index < $1.index }.map(\.result)
    }

    @discardableResult
    func undo(
        _ batch: String = Trial.firstBatch,
        gate: ChangeGate = .open,
        report: (UnitOutcome) -> Void = { _ in }
    ) throws -> BatchResult {
        try Undo(batch, in: try store(gate)).run(report: report)
    }
}

extension BatchStore {
    /// Of journals that can all be read.
    func list() throws -> [BatchSummary] {
        var unreadable: BatchError?
        let listed = try list { unreadable = $1 }
        if let unreadable { throw unreadable }
        return listed
    }
}

/// The library as it lies on the disk.
struct DiskLibrary: LibraryLookup {
    let root: FilePath

    func names(in folder: FolderPlace) throws(ImportError) -> [FileName] {
        guard Disk.isFolder(folder.path) else { return [] }
        do { return try Disk.names(in: folder.path) } catch { throw .offline(folder.path) }
    }

    func twins(size: Int64, fingerprint: Fingerprint) throws(ImportError) -> [FilePath] {
        do {
            return try Tree(root).files.keys.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
                .filter { try Self.fingerprint(of: $0) == fingerprint }
        } catch { throw .offline(root) }
    }

    func areOne(_ folder: FolderPlace, _ other: FolderPlace) -> Bool {
        guard let first = Disk.status(folder.path + "."), let second = Disk.status(other.path + ".") else {
            return false
        }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    func contentHash(of path: FilePath) throws(ImportError) -> Fingerprint { try FileContent.hash(of: path) }

    static func fingerprint(of path: FilePath) throws -> Fingerprint {
        let file = try OpenFile(reading: path)
        return try file.fingerprint(size: try file.status().stamp.size)
    }
}

/// Every file below a folder, with what must survive an import and its undoing.
struct Tree: Equatable {
    struct File: Equatable {
        let bytes: [UInt8]
        let mode: mode_t
        let seconds: Int
        let nanoseconds: Int
    }

    var files: [FilePath: File] = [:]
    var folders: Set<FilePath> = []

    init(_ root: FilePath) throws { try add(root) }

    private mutating func add(_ folder: FilePath) throws {
        for name in try Disk.names(in: folder) {
            let path = folder.appending(name)
            if Disk.isFolder(path) {
                folders.insert(path)
                try add(path)
            } else if Disk.isFile(path), let status = Disk.status(path) {
                files[path] = File(
                    bytes: try Disk.read(path),
                    mode: status.st_mode,
                    seconds: status.st_mtim.tv_sec,
                    nanoseconds: status.st_mtim.tv_nsec
                )
            }
        }
    }

    /// How often each content occurs.
    var contents: [[UInt8]: Int] { files.values.reduce(into: [:]) { $0[$1.bytes, default: 0] += 1 } }

    /// Names of files that are not complete.
    var temporaries: [FilePath] { files.keys.filter { $0.lastName.isHidden } }
}
