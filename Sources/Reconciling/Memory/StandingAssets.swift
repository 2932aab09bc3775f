import PhotoModel
import Synchronization

/// Assets whose own files a transaction has seen where the index has them: none of them is what another file was. Of many
/// files that look alike each would ask for all the others.
final class StandingAssets: Sendable {
    /// Whole contents, as far as they are known, by the assets' keys.
    private let contents = Mutex<[Int64: Fingerprint?]>([:])

    func note(_ key: Int64, _ content: Fingerprint?) { contents.withLock { $0[key] = .some(content) } }

    /// Rows of a transaction that is withdrawn are other assets' in the next.
    func forget() { contents.withLock { $0 = [:] } }

    /// The others among some assets, and whether one of those that stand there has a content.
    func sift(_ keys: [Int64], for content: Fingerprint?) -> (others: [Int64], isThere: Bool) {
        contents.withLock { contents in
            var others: [Int64] = []
            var isThere = false
            for key in keys {
                guard let known = contents[key] else {
                    others.append(key)
                    continue
                }
                if let content, known == content { isThere = true }
            }
            return (others, isThere)
        }
    }
}
