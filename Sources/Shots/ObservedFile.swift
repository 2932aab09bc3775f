import Extraction
import PhotoModel

/// A file of a shot as a crawler saw it.
package struct ObservedFile: Sendable {
    package enum Content: Sendable {
        /// Being written: known to be there, not to be read yet.
        case pending
        /// A sidecar without facts or that no worker is to have again, or a file that cannot be read.
        case none(UnreadableReason?)
        /// The file's first bytes were read, and nobody reads more of it.
        case fingerprinted(Fingerprint)
        /// The file's first bytes were read; no worker is to have it again.
        case poisonous(Fingerprint, UnreadableReason)
        /// The file's first bytes were read, and a worker has it: the index into the finding's outcomes.
        case extracted(Fingerprint, Int)
        /// A sidecar that a worker has: the index into the finding's outcomes.
        case sidecar(Int)
        /// The file could not be opened, which says nothing of it.
        case unavailable

        /// Of its first bytes; `nil` where they were not read.
        package var fingerprint: Fingerprint? {
            switch self {
            case .fingerprinted(let fingerprint), .poisonous(let fingerprint, _),
                .extracted(let fingerprint, _):
                fingerprint
            case .pending, .none, .sidecar, .unavailable: nil
            }
        }
    }

    package let name: FileName
    /// By its name: what belongs together is told by names.
    package let format: FileFormat
    /// By its first bytes, where they tell.
    package let actualFormat: FileFormat
    package let stamp: FileStamp
    package private(set) var content: Content
    /// A video that is the moving half of a Live Photo.
    package var joinsStill = false
    /// Of the whole content, where something is known to begin the same and to be told apart by that.
    package var contentHash: Fingerprint?
    /// The file has other names: a write through one of them may have been told of nowhere.
    package var isLinked = false
    /// More of the file may be to come: nothing has told that whoever writes it is done.
    package var isUnfinished = false

    package init(
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
    package var pending: ObservedFile {
        var file = self
        file.content = .pending
        return file
    }

    /// The file's number among the finding's reads; `nil` where no worker has it.
    package var readNumber: Int? {
        switch content {
        case .pending, .none, .fingerprinted, .poisonous, .unavailable: nil
        case .extracted(_, let number), .sidecar(let number): number
        }
    }

    /// A RAW file that tells nothing that is asked for, as it belongs to a still image.
    package var isLeftUnread: Bool {
        if case .fingerprinted = content { format.kind == .raw } else { false }
    }

    /// What a worker said of the file; `nil` where none has it.
    package func outcome(_ outcomes: [ExtractionOutcome]) -> ExtractionOutcome? {
        if case .poisonous(_, let reason) = content { return .unreadable(reason) }
        if case .unavailable = content { return .unavailable }
        return readNumber.map { outcomes[$0] }
    }

    /// Why the file was given up; `nil` where it was not.
    package func givenUp(_ outcomes: [ExtractionOutcome]) -> UnreadableReason? {
        whyUnread(outcomes).flatMap { PoisonFiles.isPoison($0) ? $0 : nil }
    }

    /// Why nobody is let have what is in the file, which says nothing of that; `nil` where it could be read.
    package func refusal(_ outcomes: [ExtractionOutcome]) -> UnreadableReason? {
        whyUnread(outcomes).flatMap { $0.isRefusal ? $0 : nil }
    }

    private func whyUnread(_ outcomes: [ExtractionOutcome]) -> UnreadableReason? {
        if case .none(let reason) = content { return reason }
        if case .unreadable(let reason) = outcome(outcomes) { return reason }
        return nil
    }

    /// Whether nobody could read the file, for a reason that lies in no file: the next look is to have it read.
    package func isUnread(_ outcomes: [ExtractionOutcome]) -> Bool {
        let reason = whyUnread(outcomes)
        return reason == .noReader || reason == .inputOutput
    }

    /// The file was to be read and was not: it is still being read, the daemon is stopping, or nobody could be asked.
    func isCancelled(_ outcomes: [ExtractionOutcome]) -> Bool {
        switch outcome(outcomes) {
        case .slow, .cancelled, .unavailable: true
        case .facts, .unreadable, nil: false
        }
    }

    /// The file is still being read, by itself.
    package func isSlow(_ outcomes: [ExtractionOutcome]) -> Bool {
        outcome(outcomes)?.isSlow ?? false
    }

    /// Nobody could be asked what is in the file.
    func isUnavailable(_ outcomes: [ExtractionOutcome]) -> Bool {
        if case .unavailable = outcome(outcomes) { true } else { false }
    }

    /// What a worker read out of the file; `nil` where that is nothing, or not known.
    package func facts(_ outcomes: [ExtractionOutcome]) -> EmbeddedFacts? {
        if case .facts(let facts) = outcome(outcomes) { facts } else { nil }
    }
}
