import Files
import Glibc
import PhotoModel

/// What `ImportMemory` knows a file by.
enum RememberedFile: Hashable {
    /// By its number, on a file system where that lasts.
    case numbered(filesystem: String, inode: UInt64)
    /// Elsewhere: a hash of its name, size, modification time and first bytes.
    case unnumbered(Fingerprint)

    /// How the file was when it was dealt with: one that has changed since is another.
    enum State: Equatable {
        /// A change time of 0 says nothing: the file had several names.
        case times(changed: Int64, modified: Int64)
        /// What the file begins with.
        case content(Fingerprint)
    }

    /// On a file system where inode numbers do not last, nor times: those of FAT are others in summer. With its first bytes it is told
    /// from a file of another folder that has its name and size.
    init(unnumbered name: FileName, _ status: FileStatus, _ beginning: Fingerprint) throws(CallFailure) {
        self = try Self.unnumbered(
            name,
            status.stamp.size,
            status.stamp.zonelessModificationTime,
            Int64(bitPattern: beginning.high),
            Int64(bitPattern: beginning.low)
        )
    }

    /// As earlier builds knew the same file, by its whole time.
    init(timed name: FileName, _ status: FileStatus) throws(CallFailure) {
        self = try Self.unnumbered(name, status.stamp.size, status.stamp.modificationTime)
    }

    private static func unnumbered(
        _ name: FileName,
        _ numbers: Int64...
    ) throws(CallFailure) -> RememberedFile {
        guard let hash = ContentHash() else { throw CallFailure(.look, FilePath(name.bytes), ENOMEM) }
        for number in numbers { withUnsafeBytes(of: number.littleEndian) { hash.update($0) } }
        name.bytes.withUnsafeBytes { hash.update($0) }
        return .unnumbered(hash.value)
    }

    // MARK: - Lines

    private static let unnumberedMark = "-"

    /// One of `imported.tsv`.
    func line(_ state: State) -> [UInt8] {
        var line: [UInt8]
        switch self {
        case .numbered(let filesystem, let inode): line = Array("\(filesystem)\t\(inode)\t".utf8)
        case .unnumbered(let hash):
            line = Array("\(Self.unnumberedMark)\t".utf8)
            hash.appendText(to: &line)
            line.append(UInt8(ascii: "\t"))
        }
        switch state {
        case .times(let changed, let modified): line += Array("\(changed)\t\(modified)".utf8)
        case .content(let fingerprint): fingerprint.appendText(to: &line)
        }
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// `nil` where a line says nothing.
    static func parse(_ line: ArraySlice<UInt8>) -> (RememberedFile, State)? {
        let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        if parts.count == 3, parts[0] == unnumberedMark {
            guard let hash = Fingerprint(parts[1]), let content = Fingerprint(parts[2]) else { return nil }
            return (.unnumbered(hash), .content(content))
        }
        guard parts.count == 4, let inode = UInt64(parts[1]), let changed = Int64(parts[2]),
            let modified = Int64(parts[3])
        else { return nil }
        return (
            .numbered(filesystem: parts[0], inode: inode), .times(changed: changed, modified: modified)
        )
    }
}
