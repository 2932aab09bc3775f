import Batches
import Files
import Glibc
import ImportRules
import PhotoModel

/// Why a file was not imported, or a batch cannot be read or undone. The description ends with the remedy.
public enum ImportError: Error, Hashable, Sendable {
    /// A system call failed with an error number.
    case system(operation: String, path: FilePath, code: Int32)
    case missing(FilePath)
    /// A link, a FIFO, a folder.
    case notAFile(FilePath)
    /// The file is not the one any more that the plan, or the batch, speaks of.
    case changed(FilePath)
    case changedWhileCopied(FilePath)
    /// Somebody has said something of a photo that was to go: what, would be left behind.
    case hasSidecar(FilePath, sidecar: FilePath)
    /// A program has the file open for writing: what is there may be half of it.
    case beingWritten(FilePath)
    /// Nothing is in the file: programs put such a one where they will put a photo later.
    case empty(FilePath)
    /// Nobody could be asked what is in the file, so there is no telling where it belongs.
    case unread(FilePath)
    /// Another file has the name meanwhile.
    case occupied(FilePath)
    /// A symbolic link stands where a folder of the library should.
    case leadsOutside(FilePath)
    /// The folder that a file belongs to is one that files are imported from.
    case intoImportFolder(FilePath)
    /// The library looks into no such place: what came there would be in no index. `because` is a clause for people.
    case ignored(FilePath, because: String)
    /// A sidecar, and the photo it belongs to is neither beside it nor came from there lately.
    case withoutPhoto(FilePath)
    case otherFileSystem(ImportAction, from: FilePath, to: FilePath)
    /// The file system knows no such thing.
    case unsupported(ImportAction, FilePath)
    /// A stranger's file: the kernel allows no link to it, or the file system knows none.
    case unlinkable(FilePath, FilePath)
    /// The file may not be changed, renamed or linked, or only be appended to.
    case immutable(FilePath)
    /// The file's folder is sticky, and both are other users': it may not leave.
    case sticky(FilePath)
    /// A folder, as of a card that is locked, that files were to be moved out of.
    case readOnly(FilePath)
    /// A stranger's file that has special bits or an access control list, which a link would keep.
    case strangersPermissions(FilePath)
    /// What was read back is not what was written.
    case damagedCopy(FilePath)
    /// The file it was a duplicate of is not there any more, or has another content.
    case twinGone(FilePath, twin: FilePath)
    /// The file it was a duplicate of is itself, by another path.
    case ownTwin(FilePath, twin: FilePath)
    /// A copy's source is not what it was, so the copy may be the only one.
    case sourceDiffers(copy: FilePath, source: FilePath)
    /// A copy's source is the copy itself, by another path.
    case ownOriginal(FilePath, source: FilePath)
    /// A copy was given attributes that its source lacks.
    case attributesDiffer(copy: FilePath, source: FilePath)
    /// What is to be put back was given attributes that the file system there cannot hold.
    case attributesLost(FilePath, FilePath)
    /// A duplicate that was to go there may stay.
    case noTrash(FilePath, TrashFault, ofDuplicate: Bool = false)
    /// Another file system stands at the folder, or nothing.
    case offline(FilePath)
    /// What was not completed could not be removed from there, or nobody knows whether it came.
    case unremoved(FilePath)
    /// The file system there cannot hold a file of this name.
    case impossibleName(FilePath, FilePath)
    /// A file that both places should have one of is at neither.
    case lost(FilePath, destination: FilePath)
    /// The batch ended before this one's turn came; `reason` is what ended it.
    case notReached(reason: String)
    case alreadyUndone(String, kind: BatchKind = .import)
    /// The batch is under way, or was interrupted and waits for a folder that is offline.
    case unfinished(String)
    /// The batch's journal cannot be read or written.
    case journal(BatchError)
    /// The index cannot be asked what the library has; `reason` ends with the remedy.
    case index(reason: String)
}

extension ImportError {
    /// What kind of refusal it is, as the protocol's codes tell them apart.
    public enum Kind: Hashable, Sendable {
        case permission, noSuch, system, busy, unsupported, exists
    }

    /// Whether the file is nowhere any more; others of its shot may be.
    var isOfGoneFile: Bool {
        switch self {
        case .missing, .lost: true
        default: false
        }
    }

    /// Whether the library has no other of a duplicate.
    var isOfTwin: Bool {
        switch self {
        case .twinGone, .ownTwin: true
        default: false
        }
    }

    public var kind: Kind {
        switch self {
        case .system(_, _, let code), .journal(.system(_, _, let code)),
            .noTrash(_, .unmade(_, let code), _):
            Self.kind(of: code)
        case .missing, .journal(.noSuch), .lost, .twinGone: .noSuch
        case .leadsOutside, .strangersPermissions, .unlinkable, .immutable, .sticky, .readOnly: .permission
        case .occupied, .alreadyUndone, .ownTwin, .ownOriginal: .exists
        case .changed, .changedWhileCopied, .hasSidecar, .beingWritten, .empty, .unread, .unfinished,
            .sourceDiffers,
            .attributesDiffer, .notReached, .offline:
            .busy
        case .attributesLost, .impossibleName, .notAFile, .intoImportFolder, .ignored, .withoutPhoto,
            .otherFileSystem,
            .unsupported, .noTrash, .journal(.newer):
            .unsupported
        case .damagedCopy, .unremoved, .journal(.broken), .journal(.torn), .index:
            .system
        }
    }

    private static func kind(of code: Int32) -> Kind {
        switch code {
        case EACCES, EPERM, EROFS: .permission
        case ENOENT: .noSuch
        case EEXIST: .exists
        case EBUSY, ETXTBSY: .busy
        default: .system
        }
    }

    /// Whether every further file would meet the same: the batch ends here.
    var endsBatch: Bool {
        guard case .system(_, _, let code) = self else { return false }
        return code == ENOSPC || code == EDQUOT
    }
}

extension ImportError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .system(let operation, let path, let code):
            "cannot \(operation) \(path.display): \(ErrorNumber.text(of: code)); \(ErrorNumber.remedy(of: code))"
        case .missing(let path): "\(path.display) is not there; look where it went and import it from there"
        case .notAFile(let path): "\(path.display) is no regular file; import what it leads to instead"
        case .changed(let path):
            "\(path.display) has changed since; check it and move it by hand, or try again"
        case .changedWhileCopied(let path):
            "\(path.display) was written to while it was copied; import it again when "
                + "the other program is done"
        case .unread(let path):
            "\(path.display) could not be read just now, so it stays where it is: its reader does not run; "
                + "do what photoctl status says and import it again"
        case .occupied(let path):
            "another file is named \(path.display) now; rename one of them and try again"
        case .leadsOutside(let path):
            "\(path.display) is a symbolic link, and nothing is imported through one; "
                + "put a folder in its place"
        case .otherFileSystem(let action, let from, let to):
            "\(from.display) and \(to.display) are on two file systems, which rules out \(action.rawValue); "
                + "use copy or move"
        case .unsupported(let action, let path):
            "the file system of \(path.display) cannot \(action.rawValue); use copy or move"
        case .damagedCopy(let path):
            "the copy \(path.display) does not read as it was written and was removed; check that disk"
        case .lost(let path, let destination):
            "\(path.display) is not there any more and did not arrive as "
                + "\(destination.display); look in the trash"
        case .notReached(let reason): "it ended before that: \(reason); do the rest again"
        case .hasSidecar(let path, let sidecar):
            "\(path.display) has a sidecar by now, \(sidecar.display), so it stays; "
                + "undo the edit that made it, or “photoctl trash \(ShellWord.quoted(path))” takes both"
        case .beingWritten(let path):
            "\(path.display) is being written; try again when the program that writes it has closed it"
        case .empty(let path):
            "\(path.display) is empty; try again when what belongs there has come, or remove it"
        case .intoImportFolder(let path):
            "\(path.display) is an import folder, and nothing is imported into one; rename the one or the other"
        case .ignored(let path, let reason):
            "\(path.display) would be ignored, as \(reason); change that, or import to another place"
        case .withoutPhoto(let path):
            "\(path.display) belongs to a photo that is not there; put it beside its photo"
        case .strangersPermissions(let path):
            "\(path.display) is another user's and has special permissions, which a link would keep; "
                + "use copy or move"
        case .unlinkable(let path, let folder):
            "\(path.display) is another user's and cannot be linked: the system forbids it (fs.protected_hardlinks), or the "
                + "file system of \(folder.display) cannot hardlink; use copy or move"
        case .immutable(let path):
            "\(path.display) is immutable, or may only be appended to (lsattr shows it), and so can neither be moved nor linked; "
                + "use copy, or let it be changed: sudo chattr -i -a \(ShellWord.quoted(path))"
        case .sticky(let path):
            "\(path.display) may only be removed by its owner, as its folder is sticky; use copy, or take that from the folder: "
                + "sudo chmod -t \(ShellWord.quoted(path.parent))"
        case .readOnly(let path):
            "cannot remove files from \(path.display): \(ErrorNumber.text(of: EROFS)); \(ErrorNumber.writableRemedy); or use "
                + "copy instead of move"
        case .twinGone(let path, let twin):
            "\(twin.display), which \(path.display) was a duplicate of, is gone or changed; import it again"
        case .ownTwin(let path, let twin):
            "\(path.display) and \(twin.display) are one file, so it stays; if it is a hard link, delete it by hand"
        case .sourceDiffers(let copy, let source):
            "\(source.display) is not there with the same content, so \(copy.display) stays; "
                + "delete it by hand if it is not wanted"
        case .ownOriginal(let copy, let source):
            "\(source.display) leads to \(copy.display) itself, which may be all there is of it, so it stays; "
                + "put the original back there, or delete the file by hand if it is not wanted"
        case .attributesDiffer(let copy, let source):
            "\(copy.display) has tags or other attributes that \(source.display) lacks, so it stays; "
                + "copy them over or delete it by hand"
        case .attributesLost(let path, let folder):
            "\(path.display) has tags or other attributes that the file system of \(folder.display) cannot keep, "
                + "so it stays; remove them or move it by hand"
        case .noTrash(let path, let fault, let isOfDuplicate):
            "there is no trash for \(path.display): \(fault)"
                + (isOfDuplicate ? ", or let duplicates be kept" : "")
        case .offline(let path): "\(path.display) is offline; mount it and try again"
        case .unremoved(let folder):
            "what came to \(folder.display) and was not completed could not be removed, or nobody knows whether it "
                + "came; see to that folder, “photoctl sync” brings it to its end then"
        case .impossibleName(let path, let folder):
            "the file system of \(folder.display) cannot hold a file named as \(path.display); rename it and try again"
        case .alreadyUndone(let batch, let kind):
            "batch \(batch) is undone already; \(Self.again(kind))"
        case .unfinished(let batch):
            "batch \(batch) is not finished; wait for its end, or mount what it needs and try again"
        case .journal(let error): error.description
        case .index(let reason): "photod cannot look up what the library has of it: \(reason)"
        }
    }
}

extension ImportError {
    /// How to have again what a batch did and its undo has taken back.
    private static func again(_ kind: BatchKind) -> String {
        switch kind {
        case .import: "import the files again to have them back"
        case .edit: "edit the photos again"
        case .trash: "the photos are back where they were; trash them again to have them gone"
        case .frame:
            "the frames are in the trash; restore them from there, or take them out of the video again"
        }
    }
}

extension ImportError {
    /// The same of a file that the library has already.
    var ofDuplicate: ImportError {
        guard case .noTrash(let path, let fault, _) = self else { return self }
        return .noTrash(path, fault, ofDuplicate: true)
    }
}

extension CallFailure {
    /// What it was for.
    func told(_ operation: String, _ path: FilePath) -> ImportError {
        switch code {
        case ELOOP, EXDEV: .leadsOutside(path)
        // What stands there is another file system than before; a server that has lost its folder says the same.
        case ESTALE: .offline(self.path)
        default: .system(operation: operation, path: path, code: code)
        }
    }
}

extension ImportError {
    /// What a block threw in which both kinds of error occur.
    init(_ error: any Error, _ operation: String, _ path: FilePath) {
        switch error {
        case let error as ImportError: self = error
        case let failure as CallFailure: self = failure.told(operation, path)
        default: self = .system(operation: operation, path: path, code: EIO)
        }
    }
}

extension ImportError {
    /// Reads or writes a journal.
    static func inJournal<Value: ~Copyable>(
        _ body: () throws(BatchError) -> Value
    ) throws(ImportError) -> Value {
        do throws(BatchError) { return try body() } catch { throw .journal(error) }
    }
}
