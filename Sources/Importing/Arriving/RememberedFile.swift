import Files
import Glibc
import PhotoModel

/// What `ImportMemory` knows a file by.
enum RememberedFile: Hashable {
    /// By its number, on a file system where that lasts.
    case numbered(filesystem: String, inode: UInt64)
    /// Elsewhere: a hash of its name, size and modification time.
    case unnumbered(Fingerprint)

    /// How the file was when it was dealt with: one that has changed since is another.
    enum State: Equatable {
        /// A change time of 0 says nothing: the file had several names.
        case times(changed: Int64, modified: Int64)
        /// What the file begins with.
        case content(Fingerprint)
    }

    /// On a file system where inode numbers do not last.
    init(unnumbered name: FileName, _ status: FileStatus) throws(CallFailure) {
        guard let hash = ContentHash() else { throw CallFailure(.look, FilePath(name.bytes), ENOMEM) }
        for number in [status.stamp.size, status.stamp.modificationTime] {
            withUnsafeBytes(of: number.littleEndian) { hash.update($0) }
        }
        name.bytes.withUnsafeBytes { hash.update($0) }
        self = .unnumbered(hash.value)
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
