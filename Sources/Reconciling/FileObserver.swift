import CShims
import Extraction
import FolderWatch
import Glibc
import PhotoModel

/// Opens the files of one directory and reads what identifies them. Nothing but regular files is ever opened, and
/// nothing of their content is interpreted here.
struct FileObserver {
    enum Observation {
        /// Not there, or not a regular file.
        case absent
        /// Known without a worker.
        case known(ObservedFile)
        /// A worker has to read the rest; the descriptor is the caller's.
        case toExtract(name: FileName, format: FileFormat, stamp: FileStamp, Fingerprint, descriptor: Int32)
    }

    enum Sight: Equatable {
        case file(FileStamp)
        /// Not there, or not a regular file.
        case absent
        /// The disk does not say: nothing may be taken for changed or gone.
        case unclear
    }

    let directory: Int32
    /// Told of every file that was come to.
    let pulse: LanePulse

    /// What statx tells of an entry.
    func look(at name: FileName) -> Sight {
        pulse.beat()
        do throws(FolderError) {
            let status = try FileStatus(of: name, in: directory)
            return status.isRegularFile ? .file(FileStamp(status)) : .absent
        } catch {
            return error == .missing ? .absent : .unclear
        }
    }

    func observe(_ name: FileName, _ format: FileFormat) -> Observation {
        pulse.beat()
        if format.kind == .sidecar { return unread(name, format, nil) }
        let descriptor = open(name)
        guard descriptor >= 0 else { return unopened(name, format, errno: -descriptor) }
        guard let status = try? FileStatus(of: descriptor) else {
            close(descriptor)
            return unread(name, format, .inputOutput)
        }
        guard status.isRegularFile else {
            close(descriptor)
            return .absent
        }
        return read(name, format, stamp: FileStamp(status), descriptor: descriptor)
    }

    /// A file of which only the stamp is known.
    private func unread(_ name: FileName, _ format: FileFormat, _ reason: UnreadableReason?) -> Observation {
        switch look(at: name) {
        case .file(let stamp):
            .known(ObservedFile(name: name, format: format, stamp: stamp, content: .none(reason)))
        case .absent: .absent
        case .unclear: .known(ObservedFile(unclear: name, format))
        }
    }

    private func read(
        _ name: FileName,
        _ format: FileFormat,
        stamp: FileStamp,
        descriptor: Int32
    ) -> Observation {
        func known(_ content: ObservedFile.Content) -> Observation {
            close(descriptor)
            return .known(ObservedFile(name: name, format: format, stamp: stamp, content: content))
        }
        guard stamp.size > 0 else { return known(.none(.empty)) }
        let fingerprint: Fingerprint
        do throws(ExtractionError) {
            fingerprint = try Fingerprinter.fingerprint(descriptor: descriptor, size: stamp.size)
        } catch {
            return known(.none(.inputOutput))
        }
        guard format == .jpeg else { return known(.fingerprinted(fingerprint)) }
        return .toExtract(name: name, format: format, stamp: stamp, fingerprint, descriptor: descriptor)
    }

    /// Returns a descriptor, or a negated errno.
    private func open(_ name: FileName) -> Int32 {
        FilePath(name.bytes).withCString { photod_open_for_reading(directory, $0) }
    }

    private func unopened(_ name: FileName, _ format: FileFormat, errno code: Int32) -> Observation {
        let reason: UnreadableReason
        switch code {
        case ENOENT, ELOOP, ENXIO, ENODEV: return .absent
        case EACCES, EPERM: reason = .permission
        default: reason = .inputOutput
        }
        return unread(name, format, reason)
    }
}

extension ObservedFile {
    /// A file that is there as far as can be known: what the index has of it stays.
    init(unclear name: FileName, _ format: FileFormat) {
        let stamp = FileStamp(size: 0, modificationTime: 0, changeTime: 0, inode: 0, birthTime: 0)
        self.init(name: name, format: format, stamp: stamp, content: .pending)
    }
}

extension FileStamp {
    /// Whether nothing differs but the change time, as after a change of mode or another link.
    func isSameContent(as other: FileStamp) -> Bool {
        isSameFile(as: other) && size == other.size && modificationTime == other.modificationTime
    }

    init(_ status: FileStatus) {
        self.init(
            size: Int64(clamping: status.size),
            modificationTime: status.modificationTime,
            changeTime: status.changeTime,
            inode: status.inode,
            birthTime: status.birthTime
        )
    }
}
