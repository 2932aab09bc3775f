import PhotoModel

/// The files that photod has written photos into: the last of them.
struct WrittenPhotos {
    private struct FileNumber: Hashable {
        let inode: UInt64
        let birthTime: Int64

        init(_ stamp: FileStamp) { (inode, birthTime) = (stamp.inode, stamp.birthTime) }
    }

    /// More than are written until somebody has looked at the first of them: an edit writes some hundred at a time.
    private static let limit = 4096

    private var last: [FileNumber: AssetID] = [:]
    private var before: [FileNumber: AssetID] = [:]

    mutating func note(_ id: AssetID, in file: FileStamp) {
        // A number without a birth time may be another file's tomorrow.
        guard file.inode != 0, file.birthTime != 0 else { return }
        if last.count >= Self.limit { (last, before) = ([:], last) }
        last[FileNumber(file)] = id
    }

    func owner(of file: FileStamp) -> AssetID? {
        guard !last.isEmpty || !before.isEmpty else { return nil }
        let number = FileNumber(file)
        return last[number] ?? before[number]
    }
}
