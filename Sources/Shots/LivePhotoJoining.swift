import CaptureRules
import Extraction
import LibraryIndex
import PhotoModel

extension ObservedShot {
    /// The same files, with those videos marked that are the moving half of a still image beside them.
    ///
    /// Where that cannot be told now, because a file is being written or nobody could read it, it stays as the index
    /// has it.
    ///
    /// - Parameter indexed: the assets of this stem.
    package func joiningVideos(indexed: [IndexedAsset], _ outcomes: [ExtractionOutcome]) -> ObservedShot {
        let stills = files.filter { $0.format.kind == .still }
        guard !stills.isEmpty, files.contains(where: { $0.format.mayJoinStill }) else { return self }
        let joined = files.map { file in
            guard file.format.mayJoinStill else { return file }
            var file = file
            if file.isTold(outcomes), stills.allSatisfy({ $0.isTold(outcomes) }) {
                file.joinsStill = stills.contains {
                    LivePhoto.joins(still: $0.facts(outcomes), video: file.facts(outcomes))
                }
            } else {
                file.joinsStill = indexed.contains { $0.companions.contains { $0.name == file.name } }
            }
            return file
        }
        return ObservedShot(stem: stem, files: joined, isForced: isForced)
    }
}

extension ObservedFile {
    /// Whether what it carries is known for good: to carry nothing, where it cannot be read.
    fileprivate func isTold(_ outcomes: [ExtractionOutcome]) -> Bool {
        switch outcome(outcomes) {
        case .facts: true
        case .unreadable(let reason): reason != .noReader
        case .slow, .unavailable, .cancelled: false
        case nil:
            switch content {
            case .pending, .fingerprinted, .unavailable: false
            case .none(let reason): reason != .permission && reason != .inputOutput
            case .extracted, .poisonous, .sidecar: true
            }
        }
    }
}
