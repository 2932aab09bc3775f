import PhotoModel

/// What is done with the files of a unit. Raw values stand in journals and are never reused.
package enum UnitAction: String {
    case move, copy, hardlink, reflink
    /// To a trash, with a description of where it was.
    case trash
    /// From the trash to where it was.
    case restore
    /// The first of two equal files is removed.
    case remove

    /// Whether the file leaves the folder it was in.
    package var leaves: Bool {
        switch self {
        case .move, .trash, .restore, .remove: true
        case .copy, .hardlink, .reflink: false
        }
    }

    /// Of an undo: whether files are where they came from then. Else what the batch had made is gone.
    package var putsBack: Bool { self != .remove && self != .trash }
}

/// One file of a unit, and what it is to become.
package struct FileIntent {
    package var name: FileName
    package var newName: FileName
    /// What must be found. A change time of 0 is not compared.
    package var stamp: FileStamp
    package var mode: UInt32
    /// Of the content, where it is known: it decides where only the change time differs.
    package var hash: Fingerprint?
    /// The same of its size and beginning, where nobody had to read the rest.
    package var fingerprint: Fingerprint?
    /// The modification time that a copy gets instead of the file's own: some file systems keep but even
    /// seconds.
    package var modificationTime: Int64?

    package init(
        name: FileName,
        newName: FileName,
        stamp: FileStamp,
        mode: UInt32,
        hash: Fingerprint? = nil,
        fingerprint: Fingerprint? = nil,
        modificationTime: Int64? = nil
    ) {
        self.name = name
        self.newName = newName
        self.stamp = stamp
        self.mode = mode
        self.hash = hash
        self.fingerprint = fingerprint
        self.modificationTime = modificationTime
    }
}

/// What is written down before it is done: the files of one unit, from one folder to one folder.
package struct UnitIntent {
    package var number: Int
    /// The number of the unit that this one puts back.
    package var undoes: Int?
    package var action: UnitAction
    package var from: FolderPlace
    package var to: FolderPlace
    /// Of a duplicate that goes to the trash: for each of `files` the one in the library that must still be
    /// equal when it goes. Journals of earlier builds have none.
    package var twins: [FilePath] = []
    /// The sidecars that were in the folder when the unit was planned, in it or not: another one was made since, and would be left
    /// behind. `nil`: nobody has looked, as of a unit that a journal tells of.
    package var sidecars: Set<FileName>?
    package var files: [FileIntent]

    package init(
        number: Int,
        undoes: Int? = nil,
        action: UnitAction,
        from: FolderPlace,
        to: FolderPlace,
        twins: [FilePath] = [],
        sidecars: Set<FileName>? = nil,
        files: [FileIntent]
    ) {
        self.number = number
        self.undoes = undoes
        self.action = action
        self.from = from
        self.to = to
        self.twins = twins
        self.sidecars = sidecars
        self.files = files
    }

    package var byteCount: Int64 { files.reduce(0) { $0.addingSaturating(max(0, $1.stamp.size)) } }
}

/// What came of one file: how it lies at its new place.
package struct FileRecord {
    /// A change time of 0 is an unknown one.
    package var stamp: FileStamp
    /// Of the content, where it was read.
    package var hash: Fingerprint?
    /// Whether owner and attributes came along.
    package var keptAttributes: Bool

    package init(stamp: FileStamp, hash: Fingerprint? = nil, keptAttributes: Bool = true) {
        self.stamp = stamp
        self.hash = hash
        self.keptAttributes = keptAttributes
    }
}
