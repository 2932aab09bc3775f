import Files
import Glibc
import PhotoModel

/// A video's file, open to be read by a worker. It is complete: nobody has it open to write to it.
final class VideoSource: Sendable {
    private let status: FileStatus
    private let file: OpenFile
    /// Who may read it; `nil` where that cannot be told.
    let access: FileAccess?

    private init(_ file: consuming OpenFile, _ status: FileStatus) {
        access = try? FileAccess(of: file)
        self.file = file
        self.status = status
    }

    /// When it was opened.
    var stamp: FileStamp { status.stamp }

    /// Whether it is what something else is.
    func isOne(with other: FileStatus) -> Bool { status.isOne(with: other) }

    /// On a thread that nobody waits for.
    static func open(_ path: FilePath) throws(FrameFailure) -> VideoSource {
        let refusal: FrameFailure
        do throws(CallFailure) {
            let file = try OpenFile(reading: path)
            let status = try file.status()
            if !status.isRegularFile {
                refusal = .noFile
            } else if file.isBeingWritten {
                refusal = .beingWritten
            } else {
                return VideoSource(file, status)
            }
        } catch { throw FrameFailure(reading: error) }
        throw refusal
    }

    /// A descriptor for a worker, which is the caller's; negative where there is none left.
    func duplicate() -> Int32 { fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0) }
}
