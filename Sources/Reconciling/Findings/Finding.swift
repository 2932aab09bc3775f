import Extraction
import FolderWatch
import LibraryIndex
import PhotoModel

/// Where a directory is, as a crawler saw it.
struct DirectoryPlace: Sendable {
    /// The root's number in the index.
    let root: Int64
    /// From the root's own directory (empty) down to this one.
    let components: [FileName]
    /// The file system as text.
    let filesystem: String
    /// What it was called before.
    var formerFilesystems: [String] = []
    /// 0 where nothing tells it from other directories but its path.
    let inode: UInt64
    let birthTime: Int64
    /// Tells one visit of a crawler from another: nothing but the visit itself adds files to a directory that was
    /// not there before it.
    let visit: UInt64
    /// What the crawler was looking at: to be looked at again where the directory has moved since.
    var work: FolderWork?
    /// Options of the folder that its records are made with.
    var making: RecordOptions?

    /// Whether it is known by something else than its path: found elsewhere, it has moved.
    var isNumbered: Bool { inode != 0 }
}

/// A file of a shot as a crawler saw it.
struct ObservedFile: Sendable {
    enum Content: Sendable {
        /// Being written: known to be there, not to be read yet.
        case pending
        /// A sidecar without facts or that no worker is to have again, or a file that cannot be read.
        case none(UnreadableReason?)
        /// Its first bytes were read, and nobody reads more of it.
        case fingerprinted(Fingerprint)
        /// Its first bytes were read; no worker is to have it again.
        case poisonous(Fingerprint, UnreadableReason)
        /// Its first bytes were read, and a worker has it: the index into the finding's outcomes.
        case extracted(Fingerprint, Int)
        /// A sidecar that a worker has: the index into the finding's outcomes.
        case sidecar(Int)
        /// It could not be opened, which says nothing of it.
        case unavailable

        /// Of its first bytes; `nil` where they were not read.
        var fingerprint: Fingerprint? {
            switch self {
            case .fingerprinted(let fingerprint), .poisonous(let fingerprint, _),
                .extracted(let fingerprint, _):
                fingerprint
            case .pending, .none, .sidecar, .unavailable: nil
            }
        }
    }

    let name: FileName
    /// By its name: what belongs together is told by names.
    let format: FileFormat
    /// By its first bytes, where they tell.
    let actualFormat: FileFormat
    let stamp: FileStamp
    private(set) var content: Content
    /// A video that is the moving half of a Live Photo.
    var joinsStill = false
    /// Of the whole content, where something is known to begin the same and to be told apart by that.
    var contentHash: Fingerprint?
    /// It has other names: a write through one of them may have been told of nowhere.
    var isLinked = false
    /// More of it may be to come: nothing has told that whoever writes it is done.
    var isUnfinished = false

    init(
        name: FileName,
        format: FileFormat,
        actualFormat: FileFormat? = nil,
        stamp: FileStamp,
        content: Content
    ) {
        self.name = name
        self.format = format
        self.actualFormat = actualFormat ?? format
        self.stamp = stamp
        self.content = content
    }

    /// The same file, known to be there and not read yet.
    var pending: ObservedFile {
        var file = self
        file.content = .pending
        return file
    }

    /// Its number among the finding's reads; `nil` where no worker has it.
    var readNumber: Int? {
        switch content {
        case .pending, .none, .fingerprinted, .poisonous, .unavailable: nil
        case .extracted(_, let number), .sidecar(let number): number
        }
    }

    /// A RAW file that tells nothing that is asked for, as it belongs to a still image.
    var isLeftUnread: Bool {
        if case .fingerprinted = content { format.kind == .raw } else { false }
    }

    /// What a worker said of it; `nil` where none has it.
    func outcome(_ outcomes: [ExtractionOutcome]) -> ExtractionOutcome? {
        if case .poisonous(_, let reason) = content { return .unreadable(reason) }
        if case .unavailable = content { return .unavailable }
        return readNumber.map { outcomes[$0] }
    }

    /// Why it was given up; `nil` where it was not.
    func givenUp(_ outcomes: [ExtractionOutcome]) -> UnreadableReason? {
        whyUnread(outcomes).flatMap { PoisonFiles.isPoison($0) ? $0 : nil }
    }

    private func whyUnread(_ outcomes: [ExtractionOutcome]) -> UnreadableReason? {
        if case .none(let reason) = content { return reason }
        if case .unreadable(let reason) = outcome(outcomes) { return reason }
        return nil
    }

    /// Whether nobody could read it, for a reason that lies in no file: the next look is to have it read.
    func isUnread(_ outcomes: [ExtractionOutcome]) -> Bool {
        let reason = whyUnread(outcomes)
        return reason == .noReader || reason == .inputOutput
    }

    /// It was to be read and was not: the daemon is stopping, or nobody could be asked.
    func isCancelled(_ outcomes: [ExtractionOutcome]) -> Bool {
        switch outcome(outcomes) {
        case .slow, .cancelled, .unavailable: true
        case .facts, .unreadable, nil: false
        }
    }

    /// Nobody could be asked what is in it.
    func isUnavailable(_ outcomes: [ExtractionOutcome]) -> Bool { outcome(outcomes) == .unavailable }

    /// What a worker read out of it; `nil` where that is nothing, or not known.
    func facts(_ outcomes: [ExtractionOutcome]) -> EmbeddedFacts? {
        if case .facts(let facts) = outcome(outcomes) { facts } else { nil }
    }
}

/// All files of one stem in a directory. Empty files: none is left.
struct ObservedShot: Sendable {
    let stem: [UInt8]
    let files: [ObservedFile]
    /// Its files were read again on demand: what was made of them may be something else now.
    var isForced = false
}

/// What a crawler found; the writer compares it with the index.
enum Finding: Sendable {
    /// A directory that the crawler's snapshot did not have, or had with another inode.
    case directory(DirectoryPlace)
    /// A directory that was somewhere else and stands here now. No visit of its own has to follow.
    case directoryMoved(DirectoryPlace)
    /// Stems of which at least one file is new, changed or gone.
    case shots(DirectoryPlace, [ObservedShot])
    /// A directory of this name is gone from inside this one.
    case directoryGone(DirectoryPlace, FileName)
    /// A directory of this name counts for nothing any more, though it may still stand there.
    case directoryIgnored(DirectoryPlace, FileName)
    /// All records of the directory are made with these options of its folder.
    case rules(DirectoryPlace, FolderRules)
    /// A link to a folder is not followed any more: the root that it led to leaves the index.
    case linkGone(NodeID)
    /// Everything the work led to has been said.
    case finished([FolderWork])
}
