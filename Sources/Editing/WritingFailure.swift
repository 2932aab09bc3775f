import ExtractionWire
import Files
import Glibc
import PhotoModel

/// Why a sidecar or a photo was not written. The description ends with the remedy.
public enum WritingFailure: Error, Hashable, Sendable {
    /// The file's folder, or what it is on, does not take the file now.
    case system(CallFailure)
    /// What has the name is neither a file nor missing.
    case notAFile(FilePath)
    /// The sidecar has other names, which would go on saying what it said.
    case linked(FilePath, names: UInt32)
    case refused(FilePath, SidecarRefusal)
    case refusedPhoto(FilePath, ImageRefusal)
    /// The photo has other names, which would lead to what it was.
    case linkedPhoto(FilePath, names: UInt32)
    /// A file that was written has got other names since, which would lead to what it is now.
    case linkedSince(FilePath, names: UInt32)
    /// Nobody may change the file, or what the folder holds.
    case immutable(FilePath)
    /// The file's folder is sticky, and both are other users'.
    case sticky(FilePath)
    /// What was written has another picture.
    case otherPicture(FilePath)
    /// The file's owner, its access list or what users have noted of it would be lost.
    case unkeepable(FilePath)
    /// The worker that writes the file fails on it.
    case failed(FilePath)
    /// No such worker can be started just now.
    case noWorker
    /// Somebody else has written to the file meanwhile.
    case changed(FilePath)
    /// A program has the file open for writing: what is there may be half of it, and what comes would be lost with it.
    case beingWritten(FilePath)
    /// What was kept of the file is lost, or is not what was kept.
    case notKept(FilePath)
    /// The photo, or its folder, is not there any more.
    case gone

    /// What it is that nobody may write to just now, as its mount has it.
    public var readOnly: FilePath? {
        if case .system(let failure) = self, failure.code == EROFS { failure.path } else { nil }
    }

    /// Whether the file may be written another time, as it stands.
    public var mayPass: Bool {
        switch self {
        // No folder there will ever take such a name.
        case .system(let failure): ![ENAMETOOLONG, EINVAL, EILSEQ, ELOOP].contains(failure.code)
        // The worker could not read what it was handed, or not write what it made.
        case .refused(_, .inputOutput), .refusedPhoto(_, .inputOutput): true
        case .noWorker, .changed, .beingWritten, .immutable, .sticky: true
        case .notAFile, .linked, .refused, .failed, .notKept, .gone, .refusedPhoto, .linkedPhoto,
            .linkedSince, .otherPicture, .unkeepable:
            false
        }
    }

}

extension WritingFailure {
    /// What a system call says that fails.
    static func calling<Value: ~Copyable>(
        _ body: () throws(CallFailure) -> Value
    ) throws(WritingFailure) -> Value {
        do throws(CallFailure) { return try body() } catch { throw .system(error) }
    }
}

extension WritingFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .system(let failure):
            "cannot \(failure.call.rawValue) \(failure.path.display): \(ErrorNumber.text(of: failure.code)); "
                + Self.remedy(of: failure)
        case .notAFile(let path): "\(path.display) is no regular file; move it away"
        case .linked(let path, let names):
            "\(path.display) has \(names) names, and would be another file than they are; make it a file of its own "
                + "(cp it, mv the copy over it), or use write=index"
        case .refused(let path, let refusal): "\(path.display): \(refusal)"
        case .refusedPhoto(let path, let refusal): "\(path.display): \(refusal)"
        case .linkedPhoto(let path, let names):
            "\(path.display) has \(names) names (find -samefile lists them), and would be another file than they are; write "
                + "write=sidecar, or break-links=1"
        case .linkedSince(let path, let names):
            "\(path.display) has \(names) names (find -samefile lists them), and would be another file than they are; "
                + "make it a file of its own (cp -p it, mv the copy over it), and try again"
        case .immutable(let path):
            "\(path.display) is immutable, or may only be appended to (lsattr -d shows it); let it be changed: "
                + "sudo chattr -i -a \(ShellWord.quoted(path))"
        case .sticky(let path):
            "\(path.display) may only be replaced by its owner, as its folder is sticky; give it to the user that runs "
                + "photod (sudo chown), or take that from the folder: sudo chmod -t "
                + ShellWord.quoted(path.parent)
        case .otherPicture(let path):
            "\(path.display): its picture would not be the same, so it was left as it is; use write=sidecar"
        case .unkeepable(let path):
            "\(path.display): its owner, access list or attributes would be lost, so it was left as it is; write "
                + "write=sidecar, or run photod as its owner"
        case .failed(let path):
            "\(path.display): the worker that writes it fails on it; use write=index"
        case .noWorker: "no worker that writes can be started just now; photoctl status says why"
        case .changed(let path): "\(path.display) has changed meanwhile; try again"
        case .beingWritten(let path):
            "\(path.display) is being written, so it was left as it is; have the program that writes it close it"
        case .notKept(let path):
            "what \(path.display) was before is lost: its copy in the state folder's batches is gone or damaged"
        case .gone: "the photo is not there any more"
        }
    }

    private static func remedy(of failure: CallFailure) -> String {
        switch failure.code {
        // Beside it no name is too short for the path that the kernel takes.
        case ENAMETOOLONG where failure.path.parent.bytes.count + Int(NAME_MAX) >= Int(PATH_MAX):
            "shorten the names of the folders that the photo lies in, or use write=index"
        case ENAMETOOLONG: "give the photo a shorter name, or use write=file or write=index"
        case EPERM where failure.call == .replace || failure.call == .remove:
            "let the user that runs photod replace it: ls -ld shows whose it and its folder are, lsattr what forbids it"
        case EACCES, EPERM:
            failure.call == .open
                ? "let the user that runs photod read it"
                : "let the user that runs photod write to the folder"
        default: ErrorNumber.remedy(of: failure.code)
        }
    }
}
