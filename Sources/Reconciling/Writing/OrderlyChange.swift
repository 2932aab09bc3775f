import LibraryIndex
import Threads

/// Has a change made on the writer's thread, so that everybody is told of changes in the order they were made, and
/// waits for it. Not to be used on the writer's thread itself.
struct OrderlyChange: Sendable {
    let queue: FindingQueue
    let index: LibraryIndex
    let feed: CommitFeed

    @discardableResult
    func callAsFunction<Value: Sendable>(
        _ body: @escaping @Sendable (IndexWriter) throws(IndexError) -> Value
    ) throws(IndexError) -> Value {
        let answer = Monitor<Result<Value, IndexError>?>(nil)
        let order: FindingQueue.Order = { [index, feed] in
            let result = Result { () throws(IndexError) in
                let written = try index.write(body)
                feed.publish(written.committed)
                return written.value
            }
            answer.update { $0 = result }
        }
        // Once the writer has ended, nobody else writes.
        if !queue.append(order: order) { order() }
        return try answer.wait { $0 }.get()
    }
}
