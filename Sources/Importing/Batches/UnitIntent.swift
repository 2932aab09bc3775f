import ImportRules
import PhotoModel

/// What is done with the files of a unit. Raw values stand in journals and are never reused.
enum UnitAction: String {
    case move, copy, hardlink, reflink
    /// To a trash, with a description of where it was.
    case trash
    /// From the trash to where it was.
    case restore
    /// The first of two equal files is removed.
    case remove

    init(_ action: ImportAction) {
        switch action {
        case .move: self = .move
        case .copy: self = .copy
        case .hardlink: self = .hardlink
        case .reflink: self = .reflink
        }
    }

    /// Whether the file leaves the folder it was in.
    var leaves: Bool {
        switch self {
        case .move, .trash, .restore, .remove: true
        case .copy, .hardlink, .reflink: false
        }
    }

    /// For error messages.
    var importAction: ImportAction {
        switch self {
        case .copy: .copy
        case .hardlink: .hardlink
        case .reflink: .reflink
        case .move, .trash, .restore, .remove: .move
        }
    }
}

/// One file of a unit, and what it is to become.
struct FileIntent {
    var name: FileName
    var newName: FileName
    /// What must be found. A change time of 0 is not compared.
    var stamp: FileStamp
    var mode: UInt32
    /// Of the content, where it is known: it decides where only the change time differs.
    var hash: Fingerprint?
    /// The same of its size and beginning, where nobody had to read the rest.
    var fingerprint: Fingerprint?
    /// The modification time that a copy gets instead of the file's own: some file systems keep but even
    /// seconds.
    var modificationTime: Int64?
}

/// What is written down before it is done: the files of one unit, from one folder to one folder.
struct UnitIntent {
    var number: Int
    /// The number of the unit that this one puts back.
    var undoes: Int?
    var action: UnitAction
    var from: FolderPlace
    var to: FolderPlace
    /// Of a duplicate that goes to the trash: for each of `files` the one in the library that must still be
    /// equal. That is asked before anything is done, so a journal need not have it.
    var twins: [FilePath] = []
    var files: [FileIntent]

    var byteCount: Int64 { files.reduce(0) { $0.addingSaturating(max(0, $1.stamp.size)) } }
}

/// What came of one file: how it lies at its new place.
struct FileRecord {
    /// A change time of 0 is an unknown one.
    var stamp: FileStamp
    /// Of the content, where it was read.
    var hash: Fingerprint?
    /// Whether owner and attributes came along.
    var keptAttributes = true
}
