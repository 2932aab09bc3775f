@testable import FolderWatch

extension WatchState {
    /// The next work of a lane, as a crawler has it.
    mutating func takeWork(lane: Int = 0) -> FolderWork? {
        while let taken = dirty.takeNext(lane: lane) {
            if let path = tree.path(of: taken.node) {
                return FolderWork(
                    node: taken.node,
                    path: path,
                    lane: lane,
                    kind: taken.kind,
                    names: taken.names,
                    explained: taken.explained,
                    includesPending: taken.includesPending,
                    force: taken.force,
                    epoch: taken.epoch,
                    stamp: tree.moveCount,
                    ticket: taken.ticket
                )
            }
            dirty.release(ticket: taken.ticket)
        }
        return nil
    }
}
