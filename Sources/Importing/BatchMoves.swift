import Batches
import PhotoModel

/// Which shots a batch has moved, as its journal has it: for a library that has not looked at all of them.
public struct BatchMoves {
    /// One shot, its primary file first.
    public struct Move: Sendable {
        public let from: [FilePath]
        public let to: [FilePath]
        /// Whether it left its old place; else it is another photo.
        public let leaves: Bool
    }

    /// What the batch brought and no undo has put back. What is in the trash is in no library.
    public let brought: [Move]
    /// What an undo has put back.
    public let putBack: [Move]
    /// The files of what is in the trash, and of what an undo has removed: where they were, and which files they were.
    public let takenAway: [(path: FilePath, stamp: FileStamp)]

    /// `nil` where there is no such batch, or it moves no files.
    public init?(of name: BatchName, in store: BatchStore) throws(ImportError) {
        let found = try ImportError.inJournal { () throws(BatchError) in try store.content(of: name) }
        guard let content = found, content.kind != .edit else { return nil }
        brought = content.remaining.filter { $0.intent.action != .trash }.map { unit in
            Move(unit, unit.intent.action.leaves)
        }
        let undone = content.units.values.filter { $0.intent.undoes != nil && !$0.intent.action.putsBack }
        takenAway = (content.remaining.filter { $0.intent.action == .trash } + undone).flatMap { unit in
            zip(unit.intent.files, unit.records ?? []).filter { $1 != nil }.map { file, _ in
                (unit.intent.from.path.appending(file.name), file.stamp)
            }
        }
        putBack = content.units.values.filter {
            $0.intent.undoes != nil && $0.intent.action.putsBack && $0.isDone
        }.map { Move($0, true) }
    }
}

extension BatchMoves.Move {
    fileprivate init(_ unit: BatchContent.Unit, _ leaves: Bool) {
        let intent = unit.intent
        var files = zip(intent.files, unit.records ?? []).filter { $1 != nil }.map(\.0)
        // An undo takes them the other way round.
        if intent.undoes != nil { files.reverse() }
        from = files.map { intent.from.path.appending($0.name) }
        to = files.map { intent.to.path.appending($0.newName) }
        self.leaves = leaves
    }
}
