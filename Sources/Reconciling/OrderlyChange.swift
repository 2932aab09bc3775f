import LibraryIndex
import Threads

/// Has a change made on the writer's thread, so that everybody is told of changes in the order they were made, and
/// waits for it. Not to be used on the writer's thread itself.
struct OrderlyChange: Sendable {
    let queue: FindingQueue
    let index: LibraryIndex
    let feed: CommitFeed

    func callAsFunction(
        _ body: @escaping @Sendable (IndexWriter) throws(IndexError) -> Void
    ) throws(IndexError) {
        let answer = Monitor<Result<Void, IndexError>?>(nil)
        let order: FindingQueue.Order = { [index, feed] in
            let result = Result { () throws(IndexError) in feed.publish(try index.write(body).committed) }
            answer.update { $0 = result }
        }
        // Once the writer has ended, nobody else writes.
        if !queue.append(order: order) { order() }
        try answer.wait { $0 }.get()
    }
}
