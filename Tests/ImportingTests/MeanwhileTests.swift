import Files
import Glibc
import ImportRules
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import Importing

/// Another program does something while an import is under way: before its first change of the disk, its second, and
/// so on to the last.
@Suite("What others do meanwhile")
struct MeanwhileTests {
    /// Another program, which does something once.
    ///
    /// Not right before a source is removed: it was looked at a moment ago, and the kernel knows no removal of a file
    /// on condition that it is still what it was.
    private final class Neighbour: Sendable {
        private let count = Atomic(0)
        private let hasActed = Atomic(false)
        private let moment: Int
        private let act: @Sendable () throws -> Void

        init(at moment: Int, _ act: @escaping @Sendable () throws -> Void) {
            self.moment = moment
            self.act = act
        }

        var gate: ChangeGate {
            ChangeGate { point in
                let number = self.count.add(1, ordering: .relaxed).oldValue
                guard number >= self.moment, point != .unlink,
                    !self.hasActed.exchange(true, ordering: .relaxed)
                else { return 0 }
                do { try self.act() } catch { Issue.record("at change \(number): \(error)") }
                return 0
            }
        }
    }

    /// Imports what `Trial.fill` makes, once for each change of the disk.
    private func eachMoment(
        _ road: Road,
        _ act: @escaping @Sendable (_ inbox: FilePath, _ library: FilePath) throws -> Void,
        check: (_ trial: Trial, _ before: Tree, _ comment: Comment) throws -> Void
    ) throws {
        for number in 0..<(try road.changes()) {
            let trial = try road.whereabouts.trial()
            try trial.fill()
            let before = try Tree(trial.inbox)
            let plan = trial.plan(try trial.units())
            let neighbour = Neighbour(at: number) { [inbox = trial.inbox, library = trial.library] in
                try act(inbox, library)
            }
            let comment: Comment = "before change \(number)"
            do { try trial.apply(plan, road.action, gate: neighbour.gate) } catch is ImportError {}
            #expect(try Recovery(try trial.store()).problems.isEmpty, comment)
            #expect(try Tree(trial.library).temporaries.isEmpty, comment)
            try check(trial, before, comment)
        }
    }

    /// How often each content is found in trees, files that are not complete left out.
    private func contents(_ trees: Tree...) -> [[UInt8]: Int] {
        trees.flatMap(\.files).filter { !$0.key.lastName.isHidden }
            .reduce(into: [:]) { $0[$1.value.bytes, default: 0] += 1 }
    }

    @Test("a destination folder that is moved away takes no photo out of the world", arguments: Road.all)
    func destinationMoved(_ road: Road) throws {
        try eachMoment(road) { _, library in
            for name in ["Beach", "Trip"] where Disk.isFolder(library + name) {
                try Disk.rename(library + name, to: library.parent + "away \(name)")
            }
        } check: { trial, before, comment in
            var away: [Tree] = []
            for name in ["Beach", "Trip"] where Disk.isFolder(trial.library.parent + "away \(name)") {
                away.append(try Tree(trial.library.parent + "away \(name)"))
            }
            var found = contents(try Tree(trial.inbox), try Tree(trial.library))
            for tree in away { found.merge(contents(tree), uniquingKeysWith: +) }
            for (content, count) in before.contents {
                let (there, text) = (found[content] ?? 0, String(decoding: content, as: UTF8.self))
                if road.action == .move {
                    #expect(there == count, "\(text) is there \(there) times \(comment)")
                } else {
                    #expect(there >= count, "\(text) is there \(there) times \(comment)")
                }
            }
            if road.action != .move { #expect(try Tree(trial.inbox) == before, comment) }
        }
    }

    @Test("a destination folder that is deleted takes only what had left its old place", arguments: Road.all)
    func destinationDeleted(_ road: Road) throws {
        let deleted = Mutex<[[UInt8]: Int]>([:])
        try eachMoment(road) { inbox, library in
            // Else it is still where it was, and has to stay there.
            let left = try Tree(inbox).contents
            let files = try Tree(library).files.filter {
                !$0.key.lastName.isHidden && left[$0.value.bytes] == nil
            }
            deleted.withLock { $0 = files.values.reduce(into: [:]) { $0[$1.bytes, default: 0] += 1 } }
            for name in try Disk.names(in: library) { try Disk.removeTree(library.appending(name)) }
        } check: { trial, before, comment in
            let found = contents(try Tree(trial.inbox), try Tree(trial.library))
                .merging(deleted.withLock { $0 }, uniquingKeysWith: +)
            for (content, count) in before.contents {
                #expect(
                    found[content] ?? 0 >= count,
                    "\(String(decoding: content, as: UTF8.self)) \(comment)"
                )
            }
            if road.action != .move { #expect(try Tree(trial.inbox) == before, comment) }
        }
    }

    @Test(
        "a source folder that is deleted leaves whole files in the library, and no half of one",
        arguments: Road.all
    )
    func sourceDeleted(_ road: Road) throws {
        let deleted = Mutex<[[UInt8]: Int]>([:])
        try eachMoment(road) { inbox, _ in
            let tree = try Tree(inbox)
            deleted.withLock { $0 = tree.contents }
            for name in try Disk.names(in: inbox) {
                let path = inbox.appending(name)
                if Disk.isFolder(path) { try Disk.removeTree(path) } else { try Disk.remove(path) }
            }
        } check: { trial, before, comment in
            let library = try Tree(trial.library)
            #expect(Set(library.contents.keys).isSubset(of: before.contents.keys), comment)
            let found = contents(try Tree(trial.inbox), library)
                .merging(deleted.withLock { $0 }, uniquingKeysWith: +)
            for (content, count) in before.contents {
                #expect(
                    found[content] ?? 0 >= count,
                    "\(String(decoding: content, as: UTF8.self)) \(comment)"
                )
            }
        }
    }

    @Test(
        "what a program writes to a file meanwhile is somewhere, and nowhere half of it",
        arguments: Road.all
    )
    func sourceWritten(_ road: Road) throws {
        let new = Array("what another program wrote".utf8)
        let written = Mutex(0)
        try eachMoment(road) { inbox, _ in
            let names = ["a.jpg.xmp", "b.jpg"].filter { Disk.isFile(inbox + $0) }
            for name in names { try Disk.write(new, to: inbox + name) }
            written.withLock { $0 = names.count }
        } check: { trial, before, comment in
            let library = try Tree(trial.library)
            #expect(Set(before.contents.keys).union([new]).isSuperset(of: library.contents.keys), comment)
            let found = contents(try Tree(trial.inbox), library)
            #expect(found[new] ?? 0 >= written.withLock { $0 }, comment)
            for (path, file) in before.files where !["a.jpg.xmp", "b.jpg"].contains(path.lastName.display) {
                #expect(found[file.bytes] ?? 0 >= 1, "\(path.display) \(comment)")
            }
        }
    }
}
