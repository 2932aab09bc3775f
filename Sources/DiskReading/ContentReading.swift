import CShims
import Extraction
import Files
import FolderWatch
import Glibc
import PhotoModel

/// Reads a whole file to tell it from others that begin the same.
package enum ContentReading {
    /// The hash of a file at a path; `nil` where that is not the file that was seen, or it changed meanwhile.
    ///
    /// - Parameters:
    ///   - stamp: the file as it was seen.
    ///   - pause: called after each piece; returns `false` to give up.
    package static func hash(
        at path: FilePath,
        _ stamp: FileStamp,
        pause: () -> Bool
    ) throws(ExtractionError) -> Fingerprint? {
        let file: OpenFile
        do throws(CallFailure) {
            file = try OpenFile(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        } catch { throw .unreadable(reason: error.code) }
        return try hash(of: file.descriptor, stamp, pause: pause)
    }

    /// The same of a file that is open.
    static func hash(
        of descriptor: Int32,
        _ stamp: FileStamp,
        pause: () -> Bool
    ) throws(ExtractionError) -> Fingerprint? {
        guard isSame(descriptor, stamp) else { return nil }
        var hasher = try ContentHasher(descriptor: descriptor)
        while try hasher.step() {
            guard pause() else { return nil }
        }
        return isSame(descriptor, stamp) ? hasher.hash() : nil
    }

    private static func isSame(_ descriptor: Int32, _ stamp: FileStamp) -> Bool {
        guard let status = try? FileStatus(of: descriptor), status.isRegularFile else { return false }
        return FileStamp(now: status).isSameContent(as: stamp)
    }
}
