import PhotoModel

/// A file of a directory that takes part in grouping.
public struct ShotFile: Hashable, Sendable {
    public var name: FileName
    public var format: FileFormat
    /// Of a video: `LivePhoto` has joined it to the still image of its stem.
    public var joinsStill: Bool

    public init(name: FileName, format: FileFormat, joinsStill: Bool = false) {
        self.name = name
        self.format = format
        self.joinsStill = joinsStill
    }
}

/// One asset: a primary file and what belongs to it. Both are indices into the files that were grouped.
public struct Shot: Hashable, Sendable {
    public var primary: Int
    /// Ascending.
    public var companions: [Int]

    public init(primary: Int, companions: [Int] = []) {
        self.primary = primary
        self.companions = companions
    }
}

/// Joins the files of one directory into shots.
///
/// Files belong together by their stem, the bytes before the extensions:
/// - RAW files join the still image of their stem where there is exactly one; the still is the primary.
/// - `a.jpg.xmp` joins the file it names; where only the case of that name's extension differs, that one.
/// - `a.xmp` joins a still image of the stem, else a RAW file, else a video: the first in the given order.
/// - A MOV or MP4 file that `LivePhoto` has joined to a still image of its stem joins the first one there is,
///   in the given order. Other videos are assets of their own.
/// - A sidecar that finds nothing to join is no asset and in no shot.
public enum Companions {
    /// The grouping key: the name without a sidecar's extension and then without a photo's or video's.
    ///
    /// `a.jpg`, `a.CR2`, `a.xmp` and `a.jpg.xmp` have the stem `a`. All names of a stem lie in the byte
    /// order's range from the stem and `.` up to, not including, the stem and `/`; other stems' names may lie
    /// there too.
    public static func stem(of name: FileName) -> ArraySlice<UInt8> {
        guard let start = name.extensionStart, let format = name.format else { return name.bytes[...] }
        let rest = name.bytes[..<(start - 1)]
        guard format.kind == .sidecar else { return rest }
        guard let inner = splitExtension(rest), inner.format.kind != .sidecar else { return rest }
        return inner.rest
    }

    /// Groups files of one directory; they may have different stems.
    ///
    /// - Parameter files: in the order in which they came to exist, as far as it is known.
    /// - Returns: shots in the order of their primaries.
    public static func shots(in files: [ShotFile]) -> [Shot] {
        if files.count == 1 {
            return files[0].format.kind == .sidecar ? [] : [Shot(primary: 0)]
        }
        var shots: [Shot] = []
        shots.reserveCapacity(files.count)
        for group in groups(of: files) {
            if group.count == 1, files[group[0]].format.kind != .sidecar {
                shots.append(Shot(primary: group[0]))
            } else {
                appendShots(of: group, files: files, to: &shots)
            }
        }
        shots.sort { $0.primary < $1.primary }
        return shots
    }

    // MARK: - One stem

    private static func appendShots(of group: [Int], files: [ShotFile], to shots: inout [Shot]) {
        let stills = group.filter { files[$0].format.kind == .still }
        let first = shots.count
        for index in group {
            switch files[index].format.kind {
            case .still: shots.append(Shot(primary: index))
            case .video:
                if stills.isEmpty || !files[index].isMovingHalf { shots.append(Shot(primary: index)) }
            case .raw:
                if stills.count != 1 { shots.append(Shot(primary: index)) }
            case .sidecar: continue
            }
        }
        guard first < shots.count else { return }
        if let still = stills.first, let shot = shots[first...].firstIndex(where: { $0.primary == still }) {
            shots[shot].companions = group.filter {
                files[$0].isMovingHalf || stills.count == 1 && files[$0].format.kind == .raw
            }
        }
        for index in group where files[index].format.kind == .sidecar {
            guard let owner = owner(of: files[index].name, in: group, files: files),
                let shot = shots[first...].firstIndex(where: {
                    $0.primary == owner || $0.companions.contains(owner)
                })
            else { continue }
            shots[shot].companions.append(index)
        }
        for shot in first..<shots.count { shots[shot].companions.sort() }
    }

    /// The file that a sidecar belongs to: an index into the files; `nil` where it finds nothing to join.
    ///
    /// - Parameter files: of its stem, in the order in which they came to exist, as far as it is known.
    public static func owner(of sidecar: FileName, in files: [ShotFile]) -> Int? {
        owner(of: sidecar, in: Array(files.indices), files: files)
    }

    private static func owner(of sidecar: FileName, in group: [Int], files: [ShotFile]) -> Int? {
        let media = group.filter { files[$0].format.kind != .sidecar }
        guard let named = splitExtension(sidecar.bytes[...])?.rest else { return nil }
        if let exact = media.first(where: { files[$0].name.bytes[...] == named }) { return exact }
        guard let inner = splitExtension(named), inner.format.kind != .sidecar else {
            return [FileFormat.Kind.still, .raw, .video].lazy
                .compactMap { kind in media.first { files[$0].format.kind == kind } }.first
        }
        return media.first { sameButForCase(files[$0].name.bytes[...], named, from: inner.rest.count) }
    }

    /// Whether two names are equal, letters from `start` on without regard to their case.
    private static func sameButForCase(
        _ left: ArraySlice<UInt8>,
        _ right: ArraySlice<UInt8>,
        from start: Int
    ) -> Bool {
        left.count == right.count && left.prefix(start) == right.prefix(start)
            && left.dropFirst(start).elementsEqual(right.dropFirst(start)) { $0.lowercased == $1.lowercased }
    }

    private static func splitExtension(
        _ name: ArraySlice<UInt8>
    ) -> (rest: ArraySlice<UInt8>, format: FileFormat)? {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex,
            let format = FileFormat(extension: name[(dot + 1)...])
        else { return nil }
        return (name[..<dot], format)
    }

    // MARK: - Sidecars

    /// The XMP sidecars of a shot, the one to believe first first.
    ///
    /// One that names the primary file (`a.jpg.xmp`) was written for it; `a.xmp` may be a RAW developer's;
    /// one that names another file of the shot (`a.cr2.xmp`) speaks of that. Equals keep the given order.
    ///
    /// - Parameter files: those that the shot's indices mean.
    public static func sidecars(of shot: Shot, in files: [ShotFile]) -> [Int] {
        let sidecars = shot.companions.filter { files[$0].format == .xmpSidecar }
        guard sidecars.count > 1 else { return sidecars }
        let primary = files[shot.primary].name.bytes[...]
        let stemLength = stem(of: files[shot.primary].name).count
        let ranked = sidecars.map { index -> (rank: Int, index: Int) in
            guard let named = splitExtension(files[index].name.bytes[...])?.rest else { return (3, index) }
            if named == primary { return (0, index) }
            if named.count == stemLength { return (2, index) }
            return (sameButForCase(primary, named, from: stemLength) ? 1 : 3, index)
        }
        return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.index)
    }

    // MARK: - Stems

    /// A stem that hashes as one run of bytes.
    private struct Stem: Hashable {
        let bytes: ArraySlice<UInt8>

        func hash(into hasher: inout Hasher) {
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    /// The indices of the files of each stem, ascending.
    private static func groups(of files: [ShotFile]) -> [[Int]] {
        var numbers: [Stem: Int] = [:]
        numbers.reserveCapacity(files.count)
        var groups: [[Int]] = []
        groups.reserveCapacity(files.count)
        for (index, file) in files.enumerated() {
            let stem = Stem(bytes: stem(of: file.name))
            if let number = numbers[stem] {
                groups[number].append(index)
            } else {
                numbers[stem] = groups.count
                groups.append([index])
            }
        }
        return groups
    }
}

extension ShotFile {
    /// Whether the file belongs to a still image of its stem.
    fileprivate var isMovingHalf: Bool { joinsStill && format.mayJoinStill }
}
