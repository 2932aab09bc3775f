import LibraryIndex

/// What others have done on the writer's thread.
extension PhotoLibrary {
    /// Carries out a change on the writer's thread, in a transaction of its own. `completion` is called on that thread
    /// after everybody has been told.
    public func perform<Value: Sendable>(
        _ body: @escaping @Sendable (IndexWriter) throws(IndexError) -> Value,
        completion: @escaping @Sendable (Result<Value, IndexError>) -> Void
    ) {
        queue.append { [index, writer] in
            do throws(IndexError) {
                let result = try index.write(body)
                writer.committed(result.committed)
                completion(.success(result.value))
            } catch {
                completion(.failure(error))
            }
        }
    }

    /// Calls `completion` on the writer's thread: as long as it does, the writer is alive.
    public func probeWriter(_ completion: @escaping @Sendable () -> Void) {
        queue.append(order: completion)
    }

    /// Has searches find what every commit before the call has changed. Waits for the writer where they would not.
    public func catchUpText() throws(IndexError) { try text.catchUp() }
}
