import PhotoModel

/// What a file in the cache says of itself, whoever has written it.
///
/// It is read by hand, in bounds: the first kilobytes, 64 chunks, no checksum, and nothing is inflated.
struct ThumbnailEntry: Equatable {
    static let uriKey = "Thumb::URI"
    static let timeKey = "Thumb::MTime"
    static let sizeKey = "Thumb::Size"
    /// Of the original, in nanoseconds: photos that replace each other within a second are told apart.
    static let stampKey = "photod::MTime"
    /// Of the original's beginning: a program that writes to it may keep its length and its time.
    static let fingerprintKey = "photod::Fingerprint"
    static let softwareKey = "Software"
    /// Why there is no thumbnail, in a record of a failure.
    static let reasonKey = "photod::Reason"

    let width: Int
    let height: Int
    /// As it stands there; `nil` where it says none.
    private(set) var uri: [UInt8]?
    /// Seconds since 1970.
    private(set) var modificationSeconds: Int64?
    /// Of the original; `nil` where it says none.
    private(set) var fileSize: Int64?
    private(set) var modificationTime: Int64?
    private(set) var fingerprint: Fingerprint?
    private(set) var software: [UInt8]?
    private(set) var reason: [UInt8]?

    /// Whether all that an entry has to say was found.
    var isComplete: Bool { uri != nil && modificationSeconds != nil && software != nil }

    /// - Parameter head: the file's beginning.
    init?(_ head: UnsafeRawBufferPointer) {
        guard let size = PNGPicture.size(of: head) else { return nil }
        (width, height) = size
        // Nothing is copied but what is asked for: a client may want a hundred at once.
        PNGPicture.forEachChunk(of: head) { type, data in
            if type[...].says("tEXt"), let zero = data.firstIndex(of: 0) {
                take(data[..<zero], data[(zero + 1)...])
            }
            return !type[...].says("IDAT")
        }
    }

    private mutating func take(
        _ key: Slice<UnsafeRawBufferPointer>,
        _ value: Slice<UnsafeRawBufferPointer>
    ) {
        if key.says(Self.uriKey) {
            uri = uri ?? Array(value)
        } else if key.says(Self.timeKey) {
            modificationSeconds = modificationSeconds ?? Self.number(value)
        } else if key.says(Self.sizeKey) {
            fileSize = fileSize ?? Self.number(value)
        } else if key.says(Self.stampKey) {
            modificationTime = modificationTime ?? Self.number(value)
        } else if key.says(Self.fingerprintKey) {
            fingerprint = fingerprint ?? Fingerprint(digits: UnsafeRawBufferPointer(rebasing: value))
        } else if key.says(Self.softwareKey) {
            software = software ?? Array(value)
        } else if key.says(Self.reasonKey) {
            reason = reason ?? Array(value)
        }
    }

    /// A whole number; some programs add a fraction.
    private static func number(_ text: Slice<UnsafeRawBufferPointer>) -> Int64? {
        let whole = text.prefix { $0 != UInt8(ascii: ".") }
        guard (1...20).contains(whole.count) else { return nil }
        return Int64(String(decoding: whole, as: UTF8.self))
    }

    /// Whether it is of the original as it is now, and as large as it is to be.
    ///
    /// - Parameter ours: what `Software` says where photod made it: the size of what it was made of is then no matter, as with
    ///   a RAW file whose preview is small.
    func isValid(for original: ThumbnailOriginal, _ size: ThumbnailSize, ours: String) -> Bool {
        guard isOf(original) else { return false }
        let (longest, edge) = (Int64(max(width, height)), Int64(size.edge))
        guard longest <= edge else { return false }
        if let software, software.elementsEqual(ours.utf8) { return true }
        // Of another program's the pixels are looked at: a small picture in the folder of large ones is none. Rounding may
        // cost one.
        return longest >= min(edge, original.longestEdge ?? edge) - 1
    }

    /// Whether it says that of the original as it is now no thumbnail could be made.
    func isFailure(of original: ThumbnailOriginal) -> Bool { isOf(original) }

    /// Whether it was made of the original as it is now, as far as it says. The standard asks for the seconds alone.
    private func isOf(_ original: ThumbnailOriginal) -> Bool {
        guard modificationSeconds == original.modificationSeconds, uri == original.uri,
            fileSize.map({ $0 == original.size }) ?? true,
            modificationTime.map({ $0 == original.modificationTime }) ?? true
        else { return false }
        guard let fingerprint, let known = original.fingerprint else { return true }
        return fingerprint == known
    }
}
