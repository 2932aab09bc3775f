import CShims
import Files
import Glibc
import PhotoModel

/// Who is writing files: what is not complete is neither read nor taken away.
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
        guard let status = try? FileStatus(descriptor: descriptor) else { return false }
        return areAmongProcesses(at: status)
    }

    /// Whether one of the processes that can be looked into has a file open for writing.
    mutating func areAmongProcesses(at status: FileStatus) -> Bool {
        let files = open ?? Self.openFiles()
        open = files
        return files.contains(File(device: status.device, inode: status.inode))
    }

    /// Whether anybody has a file open for writing, as far as the kernel says: what can be asked again and again.
    static func areKnown(at descriptor: Int32) -> Bool { answer(at: descriptor) > 0 }

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

    private static func openFiles() -> Set<File> {
        var files: Set<File> = []
        for process in names(in: "/proc") where Int32(process) != nil {
            let folder = "/proc/\(process)/fd"
            for name in names(in: folder) {
                if let file = file(at: "\(folder)/\(name)") { files.insert(file) }
            }
        }
        return files
    }

    /// What an entry of `/proc/PID/fd` leads to, if it is open for writing: such an entry may itself be written.
    private static func file(at path: String) -> File? {
        var entry = stat()
        guard lstat(path, &entry) == 0, entry.st_mode & S_IWUSR != 0 else { return nil }
        var status = photod_file_status()
        guard photod_known_status(path, &status) == 0 else { return nil }
        let found = FileStatus(status)
        return found.isRegularFile ? File(device: found.device, inode: found.inode) : nil
    }

    /// None of a process that is gone, or another user's.
    private static func names(in folder: String) -> [String] {
        let names = try? Folder(FilePath(folder)).names()
        return names?.map(\.display) ?? []
    }
}
