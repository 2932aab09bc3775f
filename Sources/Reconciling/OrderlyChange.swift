import Findings
import LibraryIndex
import Threads

/// Has a change made on the writer's thread, so that everybody is told of changes in the order they were made, and
/// waits for it. Not to be used on the writer's thread itself.
package struct OrderlyChange: Sendable {
    package let queue: FindingQueue
    package let index: LibraryIndex
    package let feed: CommitFeed

    package init(queue: FindingQueue, index: LibraryIndex, feed: CommitFeed) {
        self.queue = queue
        self.index = index
        self.feed = feed
    }

    @discardableResult
    package func callAsFunction<Value: Sendable>(
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
