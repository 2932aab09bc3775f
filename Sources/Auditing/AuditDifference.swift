import PhotoModel

/// Something that the index, the counts, the change log or an identity document has and the disk or the index has
/// otherwise. Each one is a defect of the daemon, or damage.
public struct AuditDifference: Sendable, Hashable {
    public enum Subject: Sendable, Hashable {
        case file(FilePath)
        case folder(FilePath)
        case month(MonthKey)
        case group(String)
        case asset(AssetID)
    }

    public enum Problem: Sendable, Hashable {
        case notIndexed
        case notOnDisk
        case changed
        case ignored
        case pairedOtherwise
        /// A folder's records are not made with the options that hold in it.
        case options
        case notWatched
        /// A link to a folder is not followed that is to be, or the other way round.
        case link
        /// Photos and videos as they are counted, and as they are.
        case miscounted(stored: Tally, actual: Tally)
        case changeLog
        /// Searches would find a photo by other words than it has.
        case words
        case document(String)
    }

    public struct Tally: Sendable, Hashable {
        public var photos: Int64
        public var videos: Int64

        public init(photos: Int64, videos: Int64) {
            self.photos = photos
            self.videos = videos
        }
    }

    public let subject: Subject
    public let problem: Problem
    public var isMended = false
}

extension AuditDifference.Problem: CustomStringConvertible {
    /// For programs: one word a kind.
    public var code: String {
        switch self {
        case .notIndexed: "not-indexed"
        case .notOnDisk: "not-on-disk"
        case .changed: "changed"
        case .ignored: "ignored"
        case .pairedOtherwise: "paired-otherwise"
        case .options: "options"
        case .notWatched: "not-watched"
        case .link: "link"
        case .miscounted: "miscounted"
        case .changeLog: "change-log"
        case .words: "words"
        case .document: "document"
        }
    }

    public var description: String {
        switch self {
        case .notIndexed: "it is on the disk and not in the index"
        case .notOnDisk: "it is in the index and not on the disk"
        case .changed: "it changed since it was read"
        case .ignored: "it is in the index though it is ignored or its folder hidden"
        case .pairedOtherwise: "the files of this name belong together otherwise"
        case .options: "its photos are not as the options of the folder say"
        case .link: "it is not followed as the options of its folder say"
        case .notWatched: "no change in this folder would be noticed"
        case .miscounted(let stored, let actual):
            "\(stored.photos) photos and \(stored.videos) videos are counted, "
                + "\(actual.photos) and \(actual.videos) are there"
        case .words: "searches know other words of it than it has"
        case .changeLog: "the change log leads to something else than the index has"
        case .document(let what): what
        }
    }
}

extension AuditDifference: CustomStringConvertible {
    public var description: String {
        "\(subject): \(problem)\(isMended ? "; mended" : "; NOT mended")"
    }
}

extension AuditDifference.Subject: CustomStringConvertible {
    public var description: String {
        switch self {
        case .file(let path), .folder(let path): path.display
        case .month(let month): "month \(month)"
        case .group(let name): "group \(name)"
        case .asset(let id): "photo \(id)"
        }
    }
}
