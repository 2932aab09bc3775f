import PhotoModel

/// What a preview was made of.
public enum PreviewSource: Hashable, Sendable {
    /// XXH3-128 of all its bytes: wherever a file with them lies it has this preview, and one that was written to has not.
    case content(Fingerprint)
    /// The file of an asset as it stood: for one that takes too long to be read whole. What is moved or written to has
    /// another stamp.
    case file(AssetID, FileStamp)

    /// What names of entries begin with.
    var text: [UInt8] {
        switch self {
        case .content(let hash):
            var text = [UInt8(ascii: "c")]
            hash.appendText(to: &text)
            return text
        case .file(let id, let stamp):
            let numbers = [
                String(stamp.modificationTime, radix: 36), String(stamp.changeTime, radix: 36),
                String(stamp.inode, radix: 36),
            ]
            return [UInt8(ascii: "f")] + Array(id.description.utf8.filter { $0 != UInt8(ascii: "/") })
                + Array("_\(numbers.joined(separator: "_"))".utf8)
        }
    }
}
