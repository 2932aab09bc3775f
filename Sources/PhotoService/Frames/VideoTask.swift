import Extraction

/// What is to be done with one video by a worker that it has for itself, one turn after the other.
protocol VideoTask: AnyObject, Sendable {
    /// Of the request: no other has it.
    var number: UInt64 { get }

    /// Decides which worker it goes to, where that is a matter of which one it had before.
    ///
    /// - Parameter choose: from the place of that one, if any.
    func choosePlace(_ choose: (Int?) -> Int) -> Int

    /// Has its turn, and says when it is over.
    func go(on pool: ExtractionPool, until end: UInt64, over: @escaping @Sendable (TurnEnding) -> Void)

    func fail(_ failure: FrameFailure)
}

enum TurnEnding {
    /// There is nothing left to do.
    case over
    /// More is to be done when others have had their turn.
    case othersTurn
}
