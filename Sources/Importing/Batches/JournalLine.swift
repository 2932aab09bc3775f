import FoundationEssentials
import PhotoModel

/// A line of a journal as it stands there. Which members there are says what kind of line it is.
struct JournalLine: Decodable {
    struct File: Decodable {
        var name: String?
        var `as`: String?
        var mode: UInt32?
        var size: Int64
        var inode: String
        var modified: String
        var changed: String?
        var born: String?
        var hash: String?
        var fingerprint: String?
        var setModified: String?
        var keptAttributes: Bool?
    }

    var version: Int?
    var batch: String?
    var kind: String?
    var token: String?
    var time: String?

    var base: String?
    var filesystem: String?
    var mount: String?
    var folder: String?

    var intent: Int?
    var undoes: Int?
    var action: String?
    var from: String?
    var to: String?
    var files: [File?]?

    var done: Int?
    var failed: Int?
    var undo: String?
    var reason: String?

    var end: String?
    var ok: Int?
    var errors: Int?

    /// `nil` where the bytes are no such line.
    init?(_ bytes: some Collection<UInt8>, decoder: JSONDecoder) {
        do { self = try decoder.decode(JournalLine.self, from: Data(bytes)) } catch { return nil }
    }
}

extension UnitIntent {
    /// More units no batch has; what a file says beyond is none of ours.
    private static let largestNumber = Int(Int32.max)

    /// `nil` where a member is missing or says nothing.
    init?(_ line: JournalLine) {
        guard let number = line.intent, (1...Self.largestNumber).contains(number),
            let action = line.action.flatMap(UnitAction.init(rawValue:)),
            let from = line.from.flatMap(FolderPlace.init(text:)),
            let to = line.to.flatMap(FolderPlace.init(text:)), let files = line.files
        else { return nil }
        let intents = files.compactMap { $0.flatMap(FileIntent.init) }
        guard intents.count == files.count else { return nil }
        self.init(number: number, undoes: line.undoes, action: action, from: from, to: to, files: intents)
    }
}

extension FileIntent {
    init?(_ file: JournalLine.File) {
        guard let name = Self.name(file.name), let newName = Self.name(file.as), let mode = file.mode,
            let stamp = FileStamp(file)
        else { return nil }
        self.init(
            name: name,
            newName: newName,
            stamp: stamp,
            mode: mode,
            hash: file.hash.flatMap { Fingerprint($0) },
            fingerprint: file.fingerprint.flatMap { Fingerprint($0) },
            modificationTime: file.setModified.flatMap(Int64.init(seconds:))
        )
    }

    /// A journal that somebody edited must not lead elsewhere either.
    private static func name(_ text: String?) -> FileName? {
        guard let bytes = text.flatMap({ PercentEncoding.decode($0.utf8) }), !bytes.isEmpty,
            !bytes.contains(UInt8(ascii: "/")), bytes != Array(".".utf8), bytes != Array("..".utf8)
        else { return nil }
        return FileName(bytes)
    }
}

extension FileRecord {
    init?(_ file: JournalLine.File) {
        guard let stamp = FileStamp(file) else { return nil }
        self.init(
            stamp: stamp,
            hash: file.hash.flatMap { Fingerprint($0) },
            keptAttributes: file.keptAttributes ?? true
        )
    }
}

extension FileStamp {
    fileprivate init?(_ file: JournalLine.File) {
        guard let inode = UInt64(file.inode), let modified = Int64(seconds: file.modified) else { return nil }
        self.init(
            size: file.size,
            modificationTime: modified,
            changeTime: file.changed.flatMap(Int64.init(seconds:)) ?? 0,
            inode: inode,
            birthTime: file.born.flatMap(Int64.init(seconds:)) ?? 0
        )
    }
}

extension Int64 {
    /// Nanoseconds of `1479200000.123456789`.
    fileprivate init?(seconds text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 9, let fraction = Int64(String(parts[1]) ?? ""),
            let whole = Int64(String(parts[0]) ?? "")
        else { return nil }
        let (product, overflows) = whole.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflows else { return nil }
        // -0.5 s has no sign in its whole part.
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let (sum, isTooLarge) =
            isNegative
            ? product.subtractingReportingOverflow(fraction) : product.addingReportingOverflow(fraction)
        guard !isTooLarge else { return nil }
        self = sum
    }
}
