import Glibc
import ImportRules
import PhotoModel
import TestSupport
import Testing

@testable import Batches
@testable import Importing

/// Imports, moves within the library and undos in any order, while a user edits, tags, links and replaces files, and
/// photod is stopped now and then. `PHOTOD_TEST_SEED` repeats a run.
@Suite("Random undos")
struct RandomUndoTests {
    private static let rounds = 12
    private static let steps = 40

    /// What must not get lost: a content, and the tags of one file that has it.
    private struct Value: Hashable {
        let bytes: [UInt8]
        let tags: [UInt8]
    }

    private struct Run {
        let trial: Trial
        var random: SeededGenerator
        var story: [String] = []
        /// What no two files have in common.
        var serial = 0
        var refused = 0
        var undone = 0

        var comment: Comment { "seed \(random.seed)\n\(story.joined(separator: "\n"))" }

        func files(below folder: FilePath) throws -> [FilePath] {
            guard Disk.isFolder(folder) else { return [] }
            return try Tree(folder).files.keys.filter { !$0.lastName.isHidden }
                .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        }

        func tags(of path: FilePath) -> [UInt8] {
            // A file without any has none.
            (try? Attribute.get("user.xdg.tags", of: path)) ?? []
        }

        func values() throws -> Set<Value> {
            Set(
                try [trial.inbox, trial.library].flatMap { try files(below: $0) }.map {
                    Value(bytes: try Disk.read($0), tags: tags(of: $0))
                }
            )
        }

        mutating func text() -> String {
            serial += 1
            return "content \(serial)"
        }

        // MARK: - What photod does

        mutating func importSome() throws {
            let actions: [ImportAction] =
                Disk.status(trial.inbox)?.st_dev == Disk.status(trial.library)?.st_dev
                ? [.move, .copy, .hardlink] : [.move, .copy]
            let action = actions[random.below(actions.count)]
            let stems = Dictionary(grouping: try files(below: trial.inbox)) {
                $0.lastName.display.prefix { $0 != "." }
            }
            var units: [ImportUnit] = []
            for stem in stems.keys.sorted() where random.below(2) == 0 {
                guard let names = stems[stem]?.map(\.lastName.display).sorted(), names.contains("\(stem).jpg")
                else { continue }
                let ordered = names.sorted {
                    ($0 == "\(stem).jpg" ? 0 : 1, $0) < ($1 == "\(stem).jpg" ? 0 : 1, $1)
                }
                var unit = try trial.unit(ordered[0], group: "Group \(random.below(3))")
                for name in ordered.dropFirst() { unit.files += try trial.unit(name).files }
                units.append(unit)
            }
            let result = try trial.apply(trial.plan(units), action)
            story.append(
                "\(action.rawValue) \(units.map { $0.files[0].name.display }): \(result.batch?.description ?? "-")"
            )
        }

        mutating func refile() throws {
            guard
                let primary = random.pick(
                    try files(below: trial.library).filter { $0.lastName.display.hasSuffix(".jpg") }
                )
            else { return }
            let stem = primary.lastName.display.dropLast(3)
            let place = FolderPlace(base: trial.library, beneath: [primary.parent.lastName])
            let names = try Disk.names(in: primary.parent).filter {
                $0.display.hasPrefix(stem) && $0 != primary.lastName
            }
            let unit = ImportUnit(
                folder: place,
                files: try ([primary.lastName] + names).map {
                    try ImportFile(lookingAt: place.path.appending($0))
                },
                values: LayoutValues(groupFolder: "Group \(random.below(3))")
            )
            let result = try trial.apply(trial.plan([unit]))
            story.append("refile \(primary.display): \(result.batch?.description ?? "-")")
        }

        mutating func undo() throws {
            guard let batch = random.pick(try trial.store().list()) else { return }
            let before = try Tree(trial.library)
            let inbox = try Tree(trial.inbox)
            let isStopped = random.below(4) == 0
            let gate = isStopped ? Refusals.stopping(before: random.below(30)) : Refusals()
            var (back, refusals): (Int, [FilePath]) = (0, [])
            do {
                try trial.undo(batch.name.description, gate: gate.gate) { outcome in
                    switch outcome.result {
                    case .refused: if let source = outcome.source { refusals.append(source) }
                    case .placed, .removed, .partly: back += 1
                    default: break
                    }
                }
                let state = try trial.store().list().first { $0.name == batch.name }?.state
                // Recovery does not tell how much came back before.
                let expected: Set<BatchState?> =
                    back > 0 ? [.undone] : batch.state == .recovered ? [.recovered, .undone] : [batch.state]
                // Where a copy could not be removed any more, only recovery brings the batch to its end.
                #expect(expected.contains(state) || isStopped && state == .unfinished, comment)
            } catch let error as ImportError {
                story.append("\(error)")
            }
            #expect(try Recovery(try trial.store()).problems.isEmpty, comment)
            story.append("undo \(batch.name): \(back) back, \(refusals.count) refused")
            (undone, refused) = (undone + back, refused + refusals.count)
            let after = try Tree(trial.library)
            // A shot that is refused stays as a whole, here and there. Where photod was stopped it may be refused for that
            // only, and recovery has it go as a whole.
            for source in refusals {
                let shot = before.files.filter { $0.key.display.hasPrefix(source.display.dropLast(3)) }
                let left = shot.filter { after.files[$0.key] == $0.value }
                #expect(left.count == shot.count || isStopped && left.isEmpty, "\(source.display) \(comment)")
            }
            if back == 0, !isStopped { #expect(try Tree(trial.inbox) == inbox, comment) }
        }

        // MARK: - What others do

        mutating func shoot() throws {
            serial += 1
            let stem = "IMG_\(serial)"
            try trial.write("\(stem).jpg", text())
            for suffix in [".dng", ".xmp"] where random.below(2) == 0 {
                try trial.write(stem + suffix, text())
            }
        }

        /// What is there before is meant to go.
        mutating func edit() throws {
            guard let path = random.pick(try files(below: trial.library)) else { return }
            story.append("edit \(path.display)")
            try Disk.write(text(), to: path)
        }

        mutating func touch() throws {
            guard let path = random.pick(try files(below: trial.library)) else { return }
            story.append("touch \(path.display)")
            serial += 1
            switch random.below(3) {
            case 0: try Disk.setMode(path, 0o600)
            case 1: try Disk.link(path, to: trial.library.parent + "link \(serial)")
            default: _ = try Attribute.set("user.xdg.tags", Array("tag \(serial)".utf8), of: path)
            }
        }

        mutating func occupy() throws {
            let name = "IMG_\(1 + random.below(serial + 1)).jpg"
            guard !Disk.isFile(trial.inbox + name) else { return }
            story.append("occupy \(name)")
            try trial.write(name, text())
        }
    }

    @Test(
        "lose nothing, whatever was refused, and leave no shot in two places",
        arguments: Whereabouts.possible
    )
    func anyOrder(_ whereabouts: Whereabouts) throws {
        var random = SeededGenerator.fromEnvironment()
        var (refused, undone) = (0, 0)
        for _ in 0..<Self.rounds {
            let trial = try whereabouts.trial()
            var run = Run(trial: trial, random: random)
            for _ in 0..<Self.steps {
                let number = run.random.below(10)
                if number < 5 {
                    switch number {
                    case 0, 1: try run.shoot()
                    case 2: try run.edit()
                    case 3: try run.touch()
                    default: try run.occupy()
                    }
                    continue
                }
                let before = try run.values()
                switch number {
                case 5, 6: try run.importSome()
                case 7: try run.refile()
                default: try run.undo()
                }
                #expect(try run.values().isSuperset(of: before), run.comment)
                #expect(try Tree(trial.library).temporaries.isEmpty, run.comment)
            }
            random = run.random
            (refused, undone) = (refused + run.refused, undone + run.undone)
        }
        print("\(whereabouts.rawValue): \(undone) shots put back, \(refused) refused")
        // Were there none, nothing would have been tried.
        #expect(refused > 0 && undone > 0, "seed \(random.seed)")
    }
}
