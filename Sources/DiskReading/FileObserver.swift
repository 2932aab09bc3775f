import CShims
import Extraction
import Files
import FolderWatch
import Glibc
import PhotoModel
import Shots

/// Opens the files of one directory and reads what identifies them. Nothing but regular files is ever opened, and
/// nothing of their content is interpreted here.
package struct FileObserver {
    package enum Observation {
        /// Not there, or not a regular file.
        case absent
        /// Known without a worker.
        case known(ObservedFile)
        /// A worker has to read the rest; the descriptor is the caller's.
        case unread(Unread)
        /// Nothing can be opened just now, for want of descriptors or memory.
        case refused(errno: Int32)

        /// Of an answer that nobody wants.
        package func close() {
            if case .unread(let file) = self { Glibc.close(file.descriptor) }
        }
    }

    /// An open file that somebody has yet to read.
    package struct Unread {
        let name: FileName
        let format: FileFormat
        package let actualFormat: FileFormat
        package let stamp: FileStamp
        /// `nil` for a sidecar, which has no identity.
        let fingerprint: Fingerprint?
        package let descriptor: Int32
        var isLinked = false

        /// What becomes of it where nobody reads it. The descriptor stays the caller's.
        package var observed: ObservedFile {
            observed(fingerprint.map { .fingerprinted($0) } ?? .none(nil))
        }

        /// - Parameter number: the index into the finding's outcomes.
        package func observed(as number: Int) -> ObservedFile {
            observed(fingerprint.map { .extracted($0, number) } ?? .sidecar(number))
        }

        /// As what it is known to be, without having it read again.
        package func observed(unreadable reason: UnreadableReason) -> ObservedFile {
            observed(fingerprint.map { .poisonous($0, reason) } ?? .none(reason))
        }

        private func observed(_ content: ObservedFile.Content) -> ObservedFile {
            var file = ObservedFile(
                name: name,
                format: format,
                actualFormat: actualFormat,
                stamp: stamp,
                content: content
            )
            file.isLinked = isLinked
            return file
        }
    }

    /// A larger sidecar is none: what programs write of one photo are some kilobytes.
    private static let sidecarLimit: Int64 = 16 << 20

    /// Bytes, of which metadata are seldom more.
    private static let metadataLength = 64 << 10

    package enum Sight: Equatable {
        case file(FileStamp)
        /// Not there, or not a regular file.
        case absent
        /// The disk does not say: nothing may be taken for changed or gone.
        case unclear
    }

    package let directory: Int32
    /// Whether the numbers of the file system last.
    package let keepsInodes: Bool
    /// Told of every file that was come to.
    package var heartbeat: LaneHeartbeat
    /// Told of what the disk does not say.
    package var trouble: DiskTrouble?
    /// Whether it is a network file system's: a call into it may not come back.
    package var mayHang = false
    /// Somebody asked to have everything read again, what harmed its reader included.
    package var readsPoison = false
    /// `nil` where nobody wants to know whose file it is.
    package var contents: ContentComparison?
    /// Files that are being written as far as events have told.
    package var written: Set<FileName> = []
    /// A file that changed later than this (nanoseconds since 1970) may be written still; `nil` where events would have
    /// told. Of a folder that is met for the first time, those before its watch are not known.
    package var unfinishedSince: Int64?

    package init(
        directory: Int32,
        keepsInodes: Bool,
        heartbeat: LaneHeartbeat,
        trouble: DiskTrouble? = nil,
        mayHang: Bool = false,
        readsPoison: Bool = false,
        contents: ContentComparison? = nil,
        written: Set<FileName> = []
    ) {
        self.directory = directory
        self.keepsInodes = keepsInodes
        self.heartbeat = heartbeat
        self.trouble = trouble
        self.mayHang = mayHang
        self.readsPoison = readsPoison
        self.contents = contents
        self.written = written
    }

    /// What statx tells of an entry that a listing has.
    package func look(at name: FileName) -> Sight { look(at: name) { true } }

    /// The same of a name that comes from elsewhere.
    package func look(at name: FileName, calledSo spelling: inout NameSpelling) -> Sight {
        look(at: name) { spelling.isOwn(name) }
    }

    private func look(at name: FileName, _ isThere: () -> Bool) -> Sight {
        heartbeat.beat()
        do throws(FolderError) {
            let status = try FileStatus(of: name, in: directory)
            guard status.isRegularFile, isThere() else { return .absent }
            return .file(FileStamp(status, keepsInodes: keepsInodes))
        } catch {
            guard error != .missing else { return .absent }
            trouble?.note(error)
            return .unclear
        }
    }

    /// Whether more of a file may be to come.
    package func isUnfinished(_ name: FileName, _ stamp: FileStamp) -> Bool {
        written.contains(name) || unfinishedSince.map { stamp.changeTime > $0 } ?? false
    }

    package func observe(_ name: FileName, _ format: FileFormat) -> Observation {
        heartbeat.beat()
        if format == .aaeSidecar { return unread(name, format, nil) }
        // A folder that is looked at again anyway is not waited in for every lease there is.
        let descriptor = trouble?.error == nil ? open(name) : openAtOnce(name)
        guard descriptor >= 0 else { return unopened(name, format, errno: -descriptor) }
        guard let status = try? FileStatus(of: descriptor) else {
            close(descriptor)
            return unread(name, format, .inputOutput)
        }
        guard status.isRegularFile else {
            close(descriptor)
            return .absent
        }
        if mayHang { posix_fadvise(descriptor, 0, Self.metadataLength, POSIX_FADV_WILLNEED) }
        let stamp = FileStamp(status, keepsInodes: keepsInodes)
        let seen = read(name, format, stamp: stamp, descriptor: descriptor)
        guard status.linkCount > 1, case .unread(var file) = seen else { return seen }
        file.isLinked = true
        return .unread(file)
    }

    /// Has a disk of this machine read the beginning of a file, which is observed in a moment, without waiting for it.
    package func fetch(_ name: FileName) {
        heartbeat.beat()
        let descriptor = openAtOnce(name)
        // Where it cannot be opened, it is told when it is observed.
        guard descriptor >= 0 else { return }
        posix_fadvise(descriptor, 0, Self.metadataLength, POSIX_FADV_WILLNEED)
        close(descriptor)
    }

    /// Whether a file, of which no number tells, has the content that it had before its time changed: then it is that file,
    /// and nothing else has come to its place.
    package func hasStill(
        _ fingerprint: Fingerprint?,
        at name: FileName,
        _ known: FileStamp,
        now seen: FileStamp
    ) -> Bool {
        guard let fingerprint, seen.inode == 0, seen.size == known.size, seen.size > 0 else { return false }
        heartbeat.beat()
        let descriptor = openAtOnce(name)
        // Where it cannot be opened, it is told when it is observed.
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return (try? Fingerprinter.fingerprint(descriptor: descriptor, size: seen.size)) == fingerprint
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
        if format.kind == .sidecar {
            guard stamp.size > 0, stamp.size <= Self.sidecarLimit else { return known(.none(nil)) }
            return .unread(
                Unread(
                    name: name,
                    format: format,
                    actualFormat: format,
                    stamp: stamp,
                    fingerprint: nil,
                    descriptor: descriptor
                )
            )
        }
        guard stamp.size > 0 else { return known(.none(.empty)) }
        do throws(ExtractionError) {
            let head = try Fingerprinter.look(descriptor: descriptor, size: stamp.size, named: format)
            return .unread(
                Unread(
                    name: name,
                    format: format,
                    actualFormat: head.format ?? format,
                    stamp: stamp,
                    fingerprint: head.fingerprint,
                    descriptor: descriptor
                )
            )
        } catch {
            if case .unreadable(let code) = error, ErrorNumber.isShortage(code) {
                close(descriptor)
                return .refused(errno: code)
            }
            return known(.none(.inputOutput))
        }
    }

    /// Returns a descriptor, or a negated errno.
    private func open(_ name: FileName) -> Int32 {
        name.withCString { photod_open_for_reading(directory, $0) }
    }

    /// The same without waiting for another program's lease.
    private func openAtOnce(_ name: FileName) -> Int32 {
        name.withCString { photod_open_for_reading_at_once(directory, $0) }
    }

    private func unopened(_ name: FileName, _ format: FileFormat, errno code: Int32) -> Observation {
        let reason: UnreadableReason
        if ErrorNumber.isShortage(code) { return .refused(errno: code) }
        switch code {
        case ENOENT, ELOOP, ENXIO, ENODEV: return .absent
        // Another program has a lease on it and may be writing it: a file server for its client.
        case EWOULDBLOCK:
            trouble?.note(.unreachable(errno: code))
            return .known(ObservedFile(unclear: name, format))
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

extension ObservedFile {
    /// A file that could not be opened in the time there was; `nil` where it is not there.
    package init?(unavailable name: FileName, _ format: FileFormat, _ observer: FileObserver) {
        guard case .file(let stamp) = observer.look(at: name) else { return nil }
        self.init(name: name, format: format, stamp: stamp, content: .unavailable)
    }
}

extension FileStamp {
    /// - Parameter keepsInodes: whether the numbers of the file system last.
    init(_ status: FileStatus, keepsInodes: Bool) {
        self.init(
            size: Int64(clamping: status.size),
            modificationTime: status.modificationTime,
            changeTime: status.changeTime,
            inode: keepsInodes ? status.inode : 0,
            birthTime: keepsInodes ? status.birthTime : 0
        )
    }

    /// What stands at a place now, to be compared with what is known of it.
    package init(now status: FileStatus) { self.init(status, keepsInodes: true) }
}
