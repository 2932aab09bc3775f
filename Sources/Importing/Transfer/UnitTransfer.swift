import Batches
import Files
import PhotoModel

/// A unit while it is carried out: how far each file has come.
struct UnitTransfer {
    /// A copy that nobody sees yet, or that has its name and whose source is still there.
    struct Copy {
        /// The source as it was when it had been read.
        var source: FileStatus
        /// `nil` where both share their content and nothing was read.
        var hash: Fingerprint?
        /// The copy as it was when it had been written.
        var written: FileStamp
        var keptAttributes: Bool
    }

    enum Progress {
        /// At its old place only.
        case waiting
        /// A temporary file has the content.
        case staged(Copy)
        /// The copy has its name; the source is still there.
        case named(Copy)
        /// At its new place only, by a rename.
        case renamed(FileRecord)
        /// At both places, one file with two names.
        case linked(FileRecord)
        /// At its new place, and nothing is left to do. There is no way back by itself.
        case finished(FileRecord)

        /// Whether the file is still where it was, and meant to go.
        var isAtSource: Bool {
            switch self {
            case .waiting, .staged, .named: true
            case .renamed, .linked, .finished: false
            }
        }
    }

    let intent: UnitIntent
    var progress: [Progress]
    var error: ImportError?
    /// The files whose old name was asked to go: what came of that may be known to a server alone.
    var removals: Set<Int> = []

    init(_ intent: UnitIntent) {
        self.intent = intent
        progress = Array(repeating: .waiting, count: intent.files.count)
    }

    var hasStagedFiles: Bool {
        progress.contains { if case .staged = $0 { true } else { false } }
    }

    /// Whether there are files that were made here and whose sources are still there.
    var hasCopies: Bool {
        progress.contains {
            switch $0 {
            case .staged, .named: true
            case .waiting, .renamed, .linked, .finished: false
            }
        }
    }

    /// Of a unit that is through: how each file lies at its new place, `nil` where it stayed.
    var records: [FileRecord?] {
        progress.map {
            switch $0 {
            case .waiting, .staged, .named: nil
            case .renamed(let record), .linked(let record), .finished(let record): record
            }
        }
    }

    var hasArrived: Bool { records.contains { $0 != nil } }

    /// Whether nothing is where it was to go from any more, of a unit that failed for that: it will never go. A file that is missing
    /// says nothing of the others of its shot.
    var isGone: Bool {
        guard !hasArrived, let error, error.isOfGoneFile else { return false }
        return intent.files.allSatisfy { file in
            let path = intent.from.path.appending(file.name)
            do throws(ImportError) { _ = try FileStatus(lookingAt: path) } catch {
                return error == .missing(path)
            }
            return false
        }
    }
}

extension UnitTransfer {
    var placedFiles: [PlacedFile] {
        zip(intent.files, records).compactMap { file, record in
            record.map {
                PlacedFile(
                    from: intent.from.path.appending(file.name),
                    to: intent.to.path.appending(file.newName),
                    before: file.stamp,
                    after: $0.stamp,
                    keptAttributes: $0.keptAttributes
                )
            }
        }
    }

    /// What a client is told.
    var result: UnitOutcome.Result {
        if let error { return hasArrived ? .partly(placedFiles, error) : .refused(error) }
        switch intent.action {
        case .remove: return .removed(placedFiles)
        case .trash where !intent.twins.isEmpty: return .trashed(placedFiles, duplicateOf: intent.twins[0])
        default: return .placed(placedFiles)
        }
    }
}
