import Batches
import ImportRules
import Importing
import PhotoModel
import WatchedLibrary

/// Tells the library what a batch brings to new places, and when each photo of its own has come there.
package final class MovingShots {
    private let moves: [Int: ShotMove]
    private let library: PhotoLibrary
    /// `nil` until it begins.
    private var batch: MovingBatch?

    /// - Parameter moves: by the position that a batch reports them with.
    package init(_ moves: [Int: ShotMove], in library: PhotoLibrary) {
        self.moves = moves
        self.library = library
    }

    /// What shots a plan brings to new places.
    convenience init(_ plan: ImportPlan, _ action: ImportAction, in library: PhotoLibrary) {
        var moves: [Int: ShotMove] = [:]
        for (index, item) in plan.items.enumerated() {
            // Companions that join a photo of the library are no shot that comes.
            guard case .place(let place, let names) = item.decision, item.unit.completes == nil else {
                continue
            }
            moves[index] = ShotMove(
                from: item.unit.files.map { item.unit.folder.path.appending($0.name) },
                to: names.map { place.path.appending($0) },
                leaves: action == .move
            )
        }
        self.init(moves, in: library)
    }

    /// Before the first file is touched.
    package func begin(_ batch: MovingBatch) {
        guard !moves.isEmpty else { return }
        self.batch = batch
        library.run.beginMoves(Array(moves.values), by: batch)
    }

    package func end(_ outcome: UnitOutcome) {
        guard let batch, let move = moves[outcome.index] else { return }
        switch outcome.result {
        case .placed: library.run.endMove(to: move.to, by: batch, hasArrived: true)
        case .partly(let files, _):
            let arrived = Set(files.map(\.to))
            library.run.endMove(to: move.to.filter(arrived.contains), by: batch, hasArrived: true)
            library.run.endMove(to: move.to.filter { !arrived.contains($0) }, by: batch, hasArrived: false)
        case .trashed, .removed, .unchanged, .refused:
            library.run.endMove(to: move.to, by: batch, hasArrived: false)
        }
    }

    /// The batch is over, whatever ended it: what it never told of has not arrived.
    package func endAll() {
        guard let batch else { return }
        for move in moves.values { library.run.endMove(to: move.to, by: batch, hasArrived: false) }
        library.run.endMoves(by: batch)
    }
}
