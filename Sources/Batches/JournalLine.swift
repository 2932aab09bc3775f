import EditRules
import JSON
import PhotoModel

/// A line of a journal, by what it says.
enum JournalLine {
    struct Header {
        let version: Int64
        let kind: BatchKind
        let token: String
        let time: String
        /// Which batch it is of all, from 1; `nil` in journals of earlier builds.
        let order: Int?
    }

    case header(Header)
    /// A folder that a user named; its file system is not known to journals of the first versions.
    case base(FilePath, FileSystemMark?)
    /// A folder that was missing.
    case folder(FolderPlace)
    case intent(UnitIntent)
    /// For each file how it lies at its new place, `nil` where it stayed.
    case done(Int, [FileRecord?])
    /// With the reason, which journals of the first versions lack.
    case failed(Int, String?)
    case edit(EditRecord)
    case sidecar(RewrittenFile)
    /// An edit of which a sidecar is still to be written.
    case waiting(Int, String?)
    /// An edit that somebody has said otherwise since, and that is written should that be taken back.
    case overtaken(Int)
    /// An edit that waits no longer.
    case settled(Int)
    case undo
    /// The first line of a journal that another version has written, of which nothing else is known.
    case newer(version: Int64)
    /// The batch ended before its time.
    case reason
    case end(BatchState, ok: Int, errors: Int, waiting: Int, overtaken: Int, left: Int)

    /// `nil` where the bytes are no such line.
    init?(_ bytes: some Collection<UInt8>) {
        guard let line = try? JSONValue.parse(bytes) else { return nil }
        if line["intent"] != nil {
            guard let intent = UnitIntent(line) else { return nil }
            self = .intent(intent)
        } else if let number = line.whole("done") {
            guard let files = line["files"]?.array else { return nil }
            let records = files.map { $0 == .null ? nil : FileRecord($0) }
            guard zip(files, records).allSatisfy({ $0 == .null || $1 != nil }) else { return nil }
            self = .done(number, records)
        } else if let number = line.whole("failed") {
            self = .failed(number, line["message"]?.string)
        } else if line["sidecar"] != nil {
            guard let record = RewrittenFile(line) else { return nil }
            self = .sidecar(record)
        } else if let number = line.whole("waiting") {
            self = .waiting(number, line["message"]?.string)
        } else if line["end"] == nil, let number = line.whole("overtaken") {
            self = .overtaken(number)
        } else if let number = line.whole("settled") {
            self = .settled(number)
        } else if line["edit"] != nil {
            guard let record = EditRecord(line) else { return nil }
            self = .edit(record)
        } else if let path = line.path("base") {
            let mark = line["filesystem"]?.string.map {
                FileSystemMark(identifier: $0, mount: line.path("mount"))
            }
            self = .base(path, mark)
        } else if let text = line["folder"]?.string {
            guard let place = FolderPlace(text: text) else { return nil }
            self = .folder(place)
        } else if line["undo"] != nil {
            self = .undo
        } else if let state = line["end"]?.string.flatMap(BatchState.init(rawValue:)) {
            self = .end(
                state,
                ok: line.whole("ok") ?? 0,
                errors: line.whole("errors") ?? 0,
                waiting: line.whole("pending") ?? 0,
                overtaken: line.whole("overtaken") ?? 0,
                left: line.whole("left") ?? 0
            )
        } else if line["reason"] != nil {
            self = .reason
        } else {
            guard let version = line["version"]?.integer else { return nil }
            guard let token = line["token"]?.string,
                let kind = line["kind"]?.string.flatMap(BatchKind.init(rawValue:)),
                let time = line["time"]?.string
            else {
                guard version != 1 else { return nil }
                self = .newer(version: version)
                return
            }
            let order = line.whole("order").flatMap { (1...largestNumber).contains($0) ? $0 : nil }
            self = .header(Header(version: version, kind: kind, token: token, time: time, order: order))
        }
    }
}

extension JSONValue {
    fileprivate func whole(_ name: String) -> Int? { self[name]?.integer.flatMap { Int(exactly: $0) } }

    /// Nanoseconds of a text of seconds.
    fileprivate func time(_ name: String) -> Int64? { self[name]?.string.flatMap { Int64(seconds: $0) } }

    fileprivate func path(_ name: String) -> FilePath? { self[name]?.path }

    fileprivate var path: FilePath? {
        string.flatMap { PercentEncoding.decode($0.utf8) }.map { FilePath($0) }
    }

    /// A journal that somebody edited must not lead elsewhere either.
    fileprivate func fileName(_ name: String) -> FileName? {
        guard let bytes = path(name)?.bytes, !bytes.isEmpty, !bytes.contains(UInt8(ascii: "/")),
            bytes != Array(".".utf8), bytes != Array("..".utf8)
        else { return nil }
        return FileName(bytes)
    }

    fileprivate func fingerprint(_ name: String) -> Fingerprint? {
        self[name]?.string.flatMap { Fingerprint($0) }
    }
}

/// More units no batch has; what a file says beyond is none of ours.
private let largestNumber = Int(Int32.max)

extension EditRecord {
    /// `nil` where a member is missing or says nothing.
    fileprivate init?(_ line: JSONValue) {
        guard let number = line.whole("edit"), (1...largestNumber).contains(number),
            let id = line["id"]?.string.flatMap({ AssetID($0) }),
            let was = line["was"].flatMap({ EditedValues($0) }),
            let now = line["now"].flatMap({ EditedValues($0) }),
            let layer = line["write"].map({ $0.string.flatMap(EditLayer.init(rawValue:)) }) ?? .index
        else { return nil }
        var relative: RelativeOrder?
        if let order = line["relative"] {
            guard let known = RelativeOrder(order) else { return nil }
            relative = known
        }
        self.init(
            number: number,
            undoes: line.whole("undoes"),
            id: id,
            change: EditChange(was: was, now: now),
            layer: layer,
            breaksLinks: line["breakLinks"]?.bool ?? false,
            relative: relative
        )
    }
}

extension RewrittenFile {
    /// `nil` where a member is missing or says nothing.
    fileprivate init?(_ line: JSONValue) {
        guard let number = line.whole("sidecar"), (1...largestNumber).contains(number),
            let edit = line.whole("edit"), let path = line.path("path"),
            path.bytes.first == UInt8(ascii: "/"),
            let new = line.fingerprint("new"),
            let old = line["old"].map({ _ in line.fingerprint("old") }) ?? .some(nil)
        else { return nil }
        var shared: SharedEnds?
        if let ends = line["shared"] {
            guard let lengths = ends.array?.compactMap({ $0.integer.flatMap { Int(exactly: $0) } }),
                lengths.count == 2,
                lengths.allSatisfy({ $0 >= 0 })
            else { return nil }
            shared = SharedEnds(prefix: lengths[0], suffix: lengths[1])
        }
        let end = line["end"]?.integer
        guard line["end"] == nil || end ?? -1 >= 0 else { return nil }
        self.init(
            number: number,
            edit: edit,
            path: path,
            old: old,
            new: new,
            shared: shared,
            end: end,
            modificationTime: line.time("modified")
        )
    }
}

extension UnitIntent {
    /// `nil` where a member is missing or says nothing.
    fileprivate init?(_ line: JSONValue) {
        guard let number = line.whole("intent"), (1...largestNumber).contains(number),
            let action = line["action"]?.string.flatMap(UnitAction.init(rawValue:)),
            let from = line["from"]?.string.flatMap(FolderPlace.init(text:)),
            let to = line["to"]?.string.flatMap(FolderPlace.init(text:)), let files = line["files"]?.array
        else { return nil }
        let intents = files.compactMap { FileIntent($0) }
        guard intents.count == files.count else { return nil }
        var twins: [FilePath] = []
        if let paths = line["twins"] {
            twins = paths.array?.compactMap(\.path) ?? []
            guard twins.count == files.count else { return nil }
        }
        self.init(
            number: number,
            undoes: line.whole("undoes"),
            action: action,
            from: from,
            to: to,
            twins: twins,
            files: intents
        )
    }
}

extension FileIntent {
    fileprivate init?(_ file: JSONValue) {
        guard let name = file.fileName("name"), let newName = file.fileName("as"),
            let mode = file["mode"]?.integer.flatMap({ UInt32(exactly: $0) }), let stamp = FileStamp(file)
        else { return nil }
        self.init(
            name: name,
            newName: newName,
            stamp: stamp,
            mode: mode,
            hash: file.fingerprint("hash"),
            fingerprint: file.fingerprint("fingerprint"),
            modificationTime: file.time("setModified")
        )
    }
}

extension FileRecord {
    fileprivate init?(_ file: JSONValue) {
        guard let stamp = FileStamp(file) else { return nil }
        self.init(
            stamp: stamp,
            hash: file.fingerprint("hash"),
            keptAttributes: file["keptAttributes"]?.bool ?? true
        )
    }
}

extension FileStamp {
    fileprivate init?(_ file: JSONValue) {
        guard let size = file["size"]?.integer, let inode = file["inode"]?.string.flatMap({ UInt64($0) }),
            let modified = file.time("modified")
        else { return nil }
        self.init(
            size: size,
            modificationTime: modified,
            changeTime: file.time("changed") ?? 0,
            inode: inode,
            birthTime: file.time("born") ?? 0
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
