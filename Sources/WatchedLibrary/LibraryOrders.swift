import ChangeFollowers
import Findings
import LibraryIndex
import Reconciling

/// What others have done on the writer's thread.
extension LibraryRun {
    /// Carries out a change on the writer's thread, in a transaction of its own. `completion` is called on that thread
    /// after everybody has been told; at once where there is no index just now.
    package func perform<Value: Sendable>(
        _ body: @escaping @Sendable (IndexWriter) throws(IndexError) -> Value,
        completion: @escaping @Sendable (Result<Value, IndexError>) -> Void
    ) {
        let isTaken = queue.append { [index, writer] in
            do throws(IndexError) {
                let result = try index.write(body)
                writer.committed(result.committed)
                completion(.success(result.value))
            } catch {
                completion(.failure(error))
            }
        }
        if !isTaken { completion(.failure(.damaged)) }
    }

    /// Calls `completion` on the writer's thread: as long as it does, the writer is alive.
    package func probeWriter(_ completion: @escaping @Sendable () -> Void) {
        // The writer of an index that was damaged has ended well, and there will be another.
        if !queue.append(order: completion) { completion() }
    }

    /// Has searches find what every commit before the call has changed. Waits for the writer where they would not.
    package func catchUpText() throws(IndexError) { try text.catchUp() }
}
