import Synchronization

/// What the last searches for frequent words and keywords selected, for the pages that follow: FTS5 goes through all
/// assets that have a word, however few of them are wanted.
final class FrequentSelections: Sendable {
    /// What a selection follows from. In two snapshots in which all of it is the same it is the same.
    struct Question: Hashable {
        let words: [String]
        let keyword: String?
        /// Of the last change.
        let sequence: Int64
        /// Up to which changes are in the full-text index.
        let textSequence: Int64
        /// How often the full-text index was mended.
        let mendings: Int64
    }

    /// Selections that are kept: one takes a bit for each asset of the library.
    private static let limit = 4
    /// Assets. What fewer have is found as quickly.
    private static let minimum = 256

    /// The one used last comes last.
    private let kept = Mutex<[(question: Question, selection: AssetSelection)]>([])

    func answer(_ question: Question) -> AssetSelection? {
        kept.withLock { kept in
            guard let place = kept.firstIndex(where: { $0.question == question }) else { return nil }
            kept.append(kept.remove(at: place))
            return kept.last?.selection
        }
    }

    func keep(_ selection: AssetSelection, for question: Question) {
        guard selection.count >= Self.minimum else { return }
        kept.withLock { kept in
            // What was true before the last change is asked for no more.
            kept.removeAll {
                $0.question.words == question.words && $0.question.keyword == question.keyword
            }
            if kept.count == Self.limit { kept.removeFirst() }
            kept.append((question, selection))
        }
    }

    /// Gives back their memory.
    func forget() { kept.withLock { $0 = [] } }
}
