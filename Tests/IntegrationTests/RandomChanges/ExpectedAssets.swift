import Glibc
import LineProtocol
import PhotoModel
import TestSupport

/// An asset as it must be, from the disk and from what the test wrote.
struct ExpectedAsset {
    let primary: FilePath
    /// In byte order of their names.
    let companions: [FilePath]
    let type: String
    let month: String
    /// Milliseconds of the wall clock, for the order; `nil` for undated.
    let order: Int?
    /// Every member of the item but its id.
    let members: [String: JSONValue]
    /// Changes whenever a file of it changes.
    let stamps: [[Int]]

    var media: [FilePath] {
        [primary] + companions.filter { NameMeaning($0.lastName.bytes[...]).isMedia }
    }
}

/// Reads the root, knowing nothing of the daemon.
struct ExpectedAssets {
    let contents: KnownContents
    let root: FilePath
    private(set) var assets: [ExpectedAsset] = []

    struct UnknownContent: Error {
        let path: String
        let size: Int
    }

    init(root: FilePath, contents: KnownContents) throws {
        self.root = root
        self.contents = contents
        try read(root)
    }

    private mutating func read(_ folder: FilePath) throws {
        let names = try Disk.names(in: folder)
        if names.contains(FileName(".nomedia")) { return }
        var files: [FileName] = []
        for name in names {
            let path = folder.appending(name)
            if Disk.isFolder(path) {
                if !name.isHidden { try read(path) }
            } else if Disk.isFile(path), !NameMeaning(name.bytes[...]).isIgnored {
                files.append(name)
            }
        }
        let known = files.filter { NameMeaning($0.bytes[...]).kind != .other }
        let stems = Dictionary(grouping: known) { Array(NameMeaning($0.bytes[...]).stem) }
        for stem in stems.values { try group(stem, in: folder) }
    }

    // MARK: What belongs together

    /// - Parameter files: of one stem, in byte order.
    private mutating func group(_ files: [FileName], in folder: FilePath) throws {
        func all(_ kind: NameMeaning.Kind) -> [FileName] {
            files.filter { NameMeaning($0.bytes[...]).kind == kind }
        }
        let stills = all(.still)
        var companions: [FileName: [FileName]] = [:]
        for name in stills + all(.video) { companions[name] = [] }
        for raw in all(.raw) {
            if stills.count == 1 { companions[stills[0]]?.append(raw) } else { companions[raw] = [] }
        }
        for sidecar in all(.sidecar) {
            guard let owner = owner(of: sidecar, among: stills + all(.raw) + all(.video)) else { continue }
            let primary = companions[owner] == nil ? stills[0] : owner
            companions[primary]?.append(sidecar)
        }
        for (primary, others) in companions {
            assets.append(
                try asset(folder.appending(primary), others.sorted().map { folder.appending($0) })
            )
        }
    }

    /// - Parameter media: stills, then RAW files, then videos, each in byte order.
    private func owner(of sidecar: FileName, among media: [FileName]) -> FileName? {
        let named = NameMeaning(sidecar.bytes[...]).rest
        if let exact = media.first(where: { $0.bytes[...] == named }) { return exact }
        let inner = NameMeaning(named)
        guard inner.isMedia else { return media.first }
        return media.first { name in
            let meaning = NameMeaning(name.bytes[...])
            return meaning.suffix == inner.suffix && meaning.rest == inner.rest
        }
    }

    // MARK: One asset

    private func asset(_ primary: FilePath, _ companions: [FilePath]) throws -> ExpectedAsset {
        let meaning = NameMeaning(primary.lastName.bytes[...])
        // What it is, not what it is called. All contents but photos are such as nobody can read.
        let isPhoto = try Disk.read(primary).starts(with: [0xFF, 0xD8, 0xFF])
        let isVideo = meaning.kind == .video && !isPhoto
        var members: [String: JSONValue] = [
            "uri": .string(primary.uri), "type": .string(isVideo ? "video" : "photo"),
            "source": .string("photos"),
            "filename": .string(primary.lastName.display), "group": .null,
            "mimeType": .string(isPhoto ? "image/jpeg" : meaning.mimeType), "state": .string("ok"),
        ]
        if let text = primary.text { members["path"] = .string(text) }
        if !companions.isEmpty { members["companions"] = .array(companions.map { .string($0.uri) }) }
        guard let status = Disk.status(primary) else { throw SystemFailure("lstat") }
        members["size"] = .integer(Int64(status.st_size))
        let modified = status.st_mtim
        members["modified"] = .integer(
            (Int64(modified.tv_sec) * 1_000_000_000 + Int64(modified.tv_nsec)) / 1_000_000
        )
        var taken: WallClock?
        if isPhoto {
            taken = try facts(of: primary, &members)
        } else {
            members["state"] = .string("unreadable")
        }
        let (clock, source) = date(primary, taken: taken, modified: status.st_mtim.tv_sec)
        describe(clock, source, &members)
        return ExpectedAsset(
            primary: primary,
            companions: companions,
            type: isVideo ? "video" : "photo",
            month: clock?.month ?? "undated",
            order: clock?.milliseconds,
            members: members,
            stamps: ([primary] + companions).map(Self.stamp)
        )
    }

    private func facts(of path: FilePath, _ members: inout [String: JSONValue]) throws -> WallClock? {
        let bytes = try Disk.read(path)
        // Zeros at the end, as truncate(2) makes them, are behind the image and say nothing.
        var content = bytes[...]
        while contents[Array(content)] == nil, content.last == 0 { content.removeLast() }
        switch contents[Array(content)] {
        case nil: throw UnknownContent(path: path.display, size: bytes.count)
        case .unreadable, .opaque:
            members["state"] = .string("unreadable")
            return nil
        case .photo(let facts):
            members["width"] = .integer(Int64(facts.width))
            members["height"] = .integer(Int64(facts.height))
            if let description = facts.description { members["description"] = .string(description) }
            if let group = facts.group { members["group"] = .string(group) }
            if let latitude = facts.latitude { members["latitude"] = .number(latitude) }
            if let longitude = facts.longitude { members["longitude"] = .number(longitude) }
            return facts.taken
        }
    }

    /// Embedded, then the name, then the modification time.
    private func date(_ path: FilePath, taken: WallClock?, modified: Int) -> (WallClock?, String) {
        if let taken { return (taken, "exif:DateTimeOriginal") }
        if let date = NameMeaning.date(path.lastName.bytes) { return (date, "filename") }
        guard modified > 0, modified < time(nil) + 86_400 else { return (nil, "none") }
        return (
            WallClock(
                seconds: modified + DaemonFixture.zoneSeconds,
                offsetMinutes: DaemonFixture.zoneSeconds / 60
            ),
            "mtime"
        )
    }

    private func describe(_ clock: WallClock?, _ source: String, _ members: inout [String: JSONValue]) {
        members["dateSource"] = .string(source)
        members["monthKey"] = .string(clock?.month ?? "undated")
        guard let clock else { return }
        members["localTime"] = .string(clock.text)
        members["timestamp"] = .integer(Int64(clock.timestamp(zoneSeconds: DaemonFixture.zoneSeconds)))
        if let offset = clock.offsetText { members["offset"] = .string(offset) }
    }

    private static func stamp(_ path: FilePath) -> [Int] {
        guard let status = Disk.status(path) else { return [] }
        return [
            Int(status.st_ino), status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
        ]
    }
}
