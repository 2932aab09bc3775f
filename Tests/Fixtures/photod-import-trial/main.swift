import Batches
import Files
import Glibc
import ImportRules
import Importing
import PhotoModel
import Synchronization

// Imports a folder as photod does, so that it can be killed in the middle: by itself before its nth change of
// the disk, or by who started it. `photod-import-trial INBOX LIBRARY STATE ACTION [N]`

/// A library of which nothing is known.
struct EmptyLibrary: LibraryLookup {
    func names(in folder: FolderPlace) throws(ImportError) -> [FileName] { [] }
    func twins(size: Int64, fingerprint: Fingerprint) throws(ImportError) -> [FilePath] { [] }
    func areOne(_ folder: FolderPlace, _ other: FolderPlace) -> Bool { false }
    func contentHash(of path: FilePath) throws(ImportError) -> Fingerprint { try FileContent.hash(of: path) }
}

/// Counts changes of the disk, says when files begin to move, and ends the process before one of the changes.
final class Countdown: Sendable {
    private let count = Atomic(0)
    private let hasBegun = Atomic(false)
    private let last: Int?

    init(last: Int?) { self.last = last }

    var changes: Int { count.load(ordering: .relaxed) }

    func pass(_ point: ChangePoint) {
        let isOfJournal: Set<ChangePoint> = [.createJournal, .syncFolder, .writeJournal, .syncJournal]
        if !isOfJournal.contains(point), !hasBegun.exchange(true, ordering: .relaxed) {
            // Not through print, which would keep it until the end.
            _ = write(STDOUT_FILENO, "begin\n", 6)
        }
        if count.add(1, ordering: .relaxed).oldValue == last { kill(getpid(), SIGKILL) }
    }
}

/// `IMG_00001.jpg` with its `IMG_00001.xmp`, in the order of their names.
func units(in inbox: FilePath) throws -> [ImportUnit] {
    var units: [ImportUnit] = []
    for number in 0... {
        let digits = String(number + 100_000).dropFirst()
        let photo = inbox.appending(FileName("IMG_\(digits).jpg"))
        do throws(ImportError) {
            var files = [try ImportFile(lookingAt: photo)]
            do throws(ImportError) {
                files.append(try ImportFile(lookingAt: inbox.appending(FileName("IMG_\(digits).xmp"))))
            } catch {
                guard case .missing = error else { throw error }
            }
            let values = LayoutValues(groupFolder: "Group \(number % 7)")
            units.append(ImportUnit(folder: FolderPlace(base: inbox), files: files, values: values))
        } catch {
            guard case .missing = error else { throw error }
            break
        }
    }
    return units
}

let words = CommandLine.arguments
guard words.count >= 5, let action = ImportAction(rawValue: words[4]) else {
    print("usage: photod-import-trial INBOX LIBRARY STATE ACTION [N]")
    exit(2)
}
let countdown = Countdown(last: words.count > 5 ? Int(words[5]) : nil)
let gate = ChangeGate { point in
    countdown.pass(point)
    return 0
}
let library = FilePath(words[2])
var planner = ImportPlanner(library: EmptyLibrary(), root: library, action: action, clean: { $0 })
let plan = planner.plan(try units(in: FilePath(words[1])))
let store = try BatchStore(stateDirectory: FilePath(words[3]), gate: gate)
let start = ContinuousClock.now
let result = try Importer(store: store, trash: TrashFolder(dataHome: nil)).apply(plan, action: action) { _ in
}
print("changes \(countdown.changes) ok \(result.ok) in \(ContinuousClock.now - start)")
