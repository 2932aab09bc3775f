import CShims
import Glibc
import PhotoModel

/// Who is writing files: what is not complete is neither read nor taken away, nor is another put in its place.
///
/// The kernel knows, and tells it by a read lease of which it gives none on a file that is open for writing. Where a file
/// system has no leases, or the file is another user's, the descriptors of the processes are asked that this one may look
/// into: the user's own. They are looked at once by a value of this type, so make one for each occasion.
public struct FileWriters {
    private struct File: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    /// What processes have open for writing; `nil` where nobody needed to know.
    private var open: Set<File>?

    public init() {}

    /// Whether a file is open for writing.
    ///
    /// - Parameter descriptor: the file, open for reading only.
    public mutating func areAt(_ descriptor: Int32) -> Bool {
        let answer = Self.answer(at: descriptor)
        guard answer < 0 else { return answer > 0 }
        do throws(CallFailure) {
            return areAmongProcesses(at: try FileStatus(descriptor: descriptor))
        } catch {
            // Nobody can say which file it is, and so nobody that it is complete.
            return true
        }
    }

    /// Whether one of the processes that can be looked into has a file open for writing. While the machine lacks what it
    /// takes to look at them every file counts as written, and the next question has them looked at anew.
    mutating func areAmongProcesses(at status: FileStatus) -> Bool {
        do throws(CallFailure) {
            let files: Set<File>
            if let open { files = open } else { files = try Self.openFiles() }
            open = files
            return files.contains(File(device: status.device, inode: status.inode))
        } catch { return true }
    }

    /// Whether anybody has a file open for writing, as far as the kernel says: what can be asked again and again.
    package static func areKnown(at descriptor: Int32) -> Bool { answer(at: descriptor) > 0 }

    /// What the kernel says: positive where somebody has the file open for writing, negative where it cannot tell.
    ///
    /// A program that is being started has all that its parent has open, until it is another program: for that moment a
    /// file that its writer has closed seems to be written still. So it is asked again before somebody is believed to write.
    private static func answer(at descriptor: Int32) -> Int32 {
        var answer = photod_is_open_for_writing(descriptor)
        var attempts = 0
        while answer > 0, attempts < attemptLimit {
            poll(nil, 0, attemptMilliseconds)
            attempts += 1
            answer = photod_is_open_for_writing(descriptor)
        }
        return answer
    }

    private static let attemptLimit = 10
    private static let attemptMilliseconds: Int32 = 10

    // MARK: - Processes

    /// - Throws: where a process that can be looked into was not.
    private static func openFiles() throws(CallFailure) -> Set<File> {
        var files: Set<File> = []
        for process in try names(in: "/proc") where Int32(process) != nil {
            let folder = "/proc/\(process)/fd"
            for name in try names(in: folder) {
                if let file = try file(at: "\(folder)/\(name)") { files.insert(file) }
            }
        }
        return files
    }

    /// What an entry of `/proc/PID/fd` leads to, if it is open for writing: such an entry may itself be written.
    private static func file(at path: String) throws(CallFailure) -> File? {
        var entry = stat()
        guard lstat(path, &entry) == 0 else { return try unseen(path, errno) }
        guard entry.st_mode & S_IWUSR != 0 else { return nil }
        var status = photod_file_status()
        guard photod_known_status(path, &status) == 0 else { return try unseen(path, errno) }
        let found = FileStatus(status)
        return found.isRegularFile ? File(device: found.device, inode: found.inode) : nil
    }

    /// No file where a descriptor is closed by now, or leads into a file system that does not answer: whoever asks could
    /// look at the file in question, so it is another one.
    private static func unseen(_ path: String, _ code: Int32) throws(CallFailure) -> File? {
        guard code != ENOMEM else { throw CallFailure(.look, FilePath(path), code) }
        return nil
    }

    /// The names in a folder; none of a process that is gone, or another user's (EPERM where `/proc` is mounted with `hidepid=1`).
    private static func names(in folder: String) throws(CallFailure) -> [String] {
        do throws(CallFailure) { return try Folder(FilePath(folder)).names().map(\.display) } catch {
            switch error.code {
            case ENOENT, ESRCH, EACCES, EPERM: return []
            default: throw error
            }
        }
    }
}

extension OpenFile {
    /// Whether anybody has the file open for writing, as of now. It must be open for reading only itself.
    public var isBeingWritten: Bool {
        var writers = FileWriters()
        return writers.areAt(descriptor)
    }
}
