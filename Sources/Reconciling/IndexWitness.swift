import Files
import FolderWatch
import Glibc
import Logging
import PhotoModel
import PhotodConfiguration

/// Tells whether `index.sqlite` is the very file that the last run left. One restored from a backup counts changes from a
/// number that was given out already, and says nothing of it: the clocks of clients would mean other changes.
///
/// `index.witness`, a line beside the index, has what a restored file cannot have: while it is open its inode, its birth time, and what
/// was drawn and written into it as it was opened last, as a copy may be written into the file itself; its inode and change time once it
/// is closed. A line that is missing or cannot be read vouches for nothing.
package struct IndexWitness {
    private let path: FilePath
    private let index: FilePath
    private let logger: Logger

    package init(stateDirectory: FilePath, logger: Logger) {
        path = stateDirectory.appending(FileName("index.witness"))
        index = stateDirectory.appending(FileName("index.sqlite"))
        self.logger = logger
    }

    /// Whether the highest number ever given out is in the index, or was reserved there.
    ///
    /// - Parameter opening: what the index says was drawn when it was opened last.
    package func vouches(for opening: Int64) -> Bool { testimony()(opening) }

    /// The same, by the file as it is now: whoever opens it may write to it before it is asked.
    package func testimony() -> (_ opening: Int64) -> Bool {
        guard let line = try? HostFiles.local.contents(path), let status = try? FileStatus(at: index)
        else { return { _ in false } }
        // After a kill: what the file system does not tell proves nothing.
        return { opening in
            status.birthTime != 0 && line == Self.opened(status, opening) || line == Self.closed(status)
        }
    }

    /// - Parameter opening: what is drawn each time, and is in the index by now.
    package func noteOpened(_ opening: Int64) { note { Self.opened($0, opening) } }
    package func noteClosed() { note(Self.closed) }

    private static func opened(_ status: FileStatus, _ opening: Int64) -> [UInt8] {
        Array("open \(status.inode) \(status.birthTime) \(opening)\n".utf8)
    }

    private static func closed(_ status: FileStatus) -> [UInt8] {
        Array("closed \(status.inode) \(status.changeTime) \(status.size)\n".utf8)
    }

    private func note(_ line: (FileStatus) -> [UInt8]) {
        // What it said before is true no more, whatever becomes of this.
        _ = path.withCString { unlink($0) }
        guard let status = try? FileStatus(at: index) else { return }
        do throws(CallFailure) {
            try OpenFile(path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW).write(line(status))
        } catch {
            logger.warning(
                """
                cannot write \(path.display): \(ErrorNumber.text(of: error.code)); after the next start clients \
                that ask for changes are told to read everything anew
                """
            )
        }
    }
}
