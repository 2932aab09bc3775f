import Files
import FolderWatch
import Glibc
import PhotoModel
import Synchronization

/// The lock of the state folder: one daemon each. Held as long as it lives; the kernel lets go of it when the process
/// ends, however it ends.
public final class StateLock: Sendable {
    private let folder: FilePath
    /// Locks of the folders that the path led to since the start. Journals go on in the folder in which they were opened, so it
    /// stays locked wherever it was moved to.
    private let held: Mutex<[HeldFolder]>

    private struct HeldFolder {
        /// Of the file in the folder, which somebody may remove by itself, or have linked elsewhere.
        let lock: Int32
        /// Of the folder itself.
        let folder: Int32

        /// Whether the folder has no name any more.
        var isRemoved: Bool {
            var found = stat()
            return fstat(folder, &found) == 0 && found.st_nlink == 0
        }

        func end() {
            close(lock)
            close(folder)
        }
    }

    /// Makes the folder (0700) where it is missing and takes its lock.
    ///
    /// - Throws: `ServiceError.stateInUse` where another daemon has it, naming its process.
    public init(folder: FilePath) throws(ServiceError) {
        try Self.make(folder)
        self.folder = folder
        held = Mutex([try Self.take(folder)])
    }

    deinit { held.withLock { for folder in $0 { folder.end() } } }

    /// Somebody may have moved the folder away and put another in its place: that one is locked too from now on. While there
    /// is none, nothing is done, for whoever has moved it away may put something there. One that was removed is made again, as soon
    /// as it can be: before that, whoever opens something in it is told what is in the way.
    ///
    /// - Throws: `ServiceError.stateInUse` where another daemon has that one.
    public func follow() throws(ServiceError) {
        try held.withLock { held throws(ServiceError) in
            guard !held.contains(where: isInPlace) else { return }
            if held.last?.isRemoved ?? false { try? Self.make(folder) }
            guard folder.withCString({ access($0, F_OK) }) == 0 else { return }
            held.append(try Self.take(folder))
        }
    }

    private static func make(_ folder: FilePath) throws(ServiceError) {
        do throws(CallFailure) { try Folder.makeAll(folder, mode: 0o700) } catch {
            throw .system("making \(error.path.display)", error.code)
        }
    }

    private func isInPlace(_ held: HeldFolder) -> Bool {
        var (known, there) = (stat(), stat())
        return fstat(held.lock, &known) == 0 && Self.path(in: folder).withCString { lstat($0, &there) } == 0
            && (known.st_dev, known.st_ino) == (there.st_dev, there.st_ino)
    }

    private static func path(in folder: FilePath) -> FilePath { folder.appending(FileName("lock")) }

    private static func take(_ folder: FilePath) throws(ServiceError) -> HeldFolder {
        let opened = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard opened >= 0 else { throw .system("opening \(folder.display)", errno) }
        do throws(ServiceError) {
            return HeldFolder(lock: try lock(of: folder, opened), folder: opened)
        } catch {
            close(opened)
            throw error
        }
    }

    private static func lock(of folder: FilePath, _ opened: Int32) throws(ServiceError) -> Int32 {
        let path = Self.path(in: folder)
        let descriptor = openat(opened, "lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system("opening \(path.display)", errno) }
        if (try? FilesystemIdentity(of: descriptor))?.isNetwork ?? false {
            close(descriptor)
            throw .stateOnNetwork(path: folder.display)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            let holder = read(descriptor)
            close(descriptor)
            guard code == EWOULDBLOCK else { throw .system("locking \(path.display)", code) }
            throw .stateInUse(path: folder.display, process: holder)
        }
        let process = Array("\(getpid())\n".utf8)
        // For people and for the message above; nothing depends on it.
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, process, process.count, 0) }
        return descriptor
    }

    private static func read(_ descriptor: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return "" }
        return String(decoding: buffer[..<count].prefix { (0x30...0x39).contains($0) }, as: UTF8.self)
    }
}
