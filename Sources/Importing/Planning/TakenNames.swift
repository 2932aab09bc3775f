import CaptureRules
import PhotoModel

/// The names of one folder, and those that were planned for it.
///
/// Files of one stem may be one shot, as the index sees them, so names are not all that is taken: `a.jpg` beside
/// another shot's `a.cr2` would make one of the two.
struct TakenNames {
    /// What two names share that a file system without case would take for one, or that look alike to people:
    /// texts are compared in lower case and by canonical equivalence (as `String` does), other names byte by
    /// byte.
    private enum FoldedName: Hashable {
        case text(String)
        case bytes([UInt8])

        init(_ name: FileName) {
            self = name.text.map { .text($0.lowercased()) } ?? .bytes(name.bytes)
        }
    }

    /// Units of one folder with the same stem, none of them renamed, that were planned for this one.
    private struct Neighbours {
        let source: FilePath
        var units: [[FileName]]
    }

    /// Bytes.
    private let longestName: Int

    private var taken: Set<FoldedName>
    /// Of the files that the index takes for photos, videos or parts of them.
    private var stems: Set<FoldedName> = []
    /// Of stems that are not anybody else's.
    private var neighbours: [FoldedName: Neighbours] = [:]
    /// For stems that were taken: the number to go on with, so that the thousandth `IMG_0001` is as quick as
    /// the second.
    private var nextNumbers: [FoldedName: Int] = [:]

    /// - Parameter longestName: in bytes; what lies beside a file may have a longer name than it.
    init(_ names: some Sequence<FileName>, longestName: Int = 255) {
        self.longestName = longestName
        taken = []
        for name in names {
            taken.insert(FoldedName(name))
            if name.format != nil { stems.insert(Self.folded(Companions.stem(of: name))) }
        }
    }

    /// Names for the files of a unit, all with the same number where one is needed: companions still belong.
    ///
    /// - Parameter source: the folder where they lie. What has one stem there and is no one shot keeps its names,
    ///   as a photo and a video do, where it is no one shot here either.
    mutating func claim(_ names: [FileName], from source: FilePath) -> [FileName] {
        let stem = names.first.map { Companions.stem(of: $0) } ?? []
        let key = Self.folded(stem)
        if isFree(names) || isNeighbour(names, of: key, from: source) {
            insert(names)
            if neighbours[key]?.units.append(names) == nil {
                neighbours[key] = Neighbours(source: source, units: [names])
            }
            return names
        }
        var number = nextNumbers[key] ?? 2
        var renamed = numbered(names, stem, number)
        while !isFree(renamed) {
            number += 1
            renamed = numbered(names, stem, number)
        }
        nextNumbers[key] = number + 1
        insert(renamed)
        return renamed
    }

    /// Takes names for files that belong to what has the stem already; `false` where one of them is taken.
    mutating func join(_ names: [FileName]) -> Bool {
        guard areFree(names) else { return false }
        insert(names)
        return true
    }

    func contains(_ name: FileName) -> Bool { taken.contains(FoldedName(name)) }

    private static func folded(_ stem: ArraySlice<UInt8>) -> FoldedName {
        FoldedName(FileName(Array(stem)))
    }

    /// Whether nothing has one of the names or stems, and none is too long.
    private func isFree(_ names: [FileName]) -> Bool {
        areFree(names) && names.allSatisfy { $0.bytes.count <= longestName }
            && names.allSatisfy { !stems.contains(Self.folded(Companions.stem(of: $0))) }
    }

    private func areFree(_ names: [FileName]) -> Bool {
        names.allSatisfy { !taken.contains(FoldedName($0)) }
    }

    mutating func insert(_ names: [FileName]) {
        for name in names {
            taken.insert(FoldedName(name))
            stems.insert(Self.folded(Companions.stem(of: name)))
        }
    }

    // MARK: - Shots of one stem

    /// Whether every file of a stem came from this unit's folder, and beside them the unit is what it was there.
    private func isNeighbour(_ names: [FileName], of key: FoldedName, from source: FilePath) -> Bool {
        guard let known = neighbours[key], known.source == source, areFree(names) else { return false }
        return Self.stayApart(known.units + [names])
    }

    /// Whether the index sees the same shots in all of them together as in each alone, in whichever order they come.
    private static func stayApart(_ units: [[FileName]]) -> Bool {
        let files = units.flatMap { names in
            names.enumerated().compactMap { position, name in
                // A video that is no shot of its own was found to join a photo.
                name.format.map { ShotFile(name: name, format: $0, joinsStill: position > 0) }
            }
        }
        let expected = Set(units.map { Set($0) })
        return [files, files.reversed()].allSatisfy { files in
            let shots = Companions.shots(in: files).map { shot in
                Set(([shot.primary] + shot.companions).map { files[$0].name })
            }
            return Set(shots) == expected
        }
    }

    // MARK: - Numbers

    /// `a.jpg`, `a.jpg.xmp` with 2: `a-2.jpg`, `a-2.jpg.xmp`.
    private func numbered(_ names: [FileName], _ stem: ArraySlice<UInt8>, _ number: Int) -> [FileName] {
        let suffix = Array("-\(number)".utf8)
        // All of them are cut alike, or they would have different stems.
        let longestRest = names.map { $0.bytes.count - Self.stemLength(of: $0, stem) }.max() ?? 0
        let room = max(1, longestName - suffix.count - longestRest)
        return names.map { name in
            let length = Self.stemLength(of: name, stem)
            return FileName(Self.cut(name.bytes[..<length], to: room) + suffix + name.bytes[length...])
        }
    }

    /// A companion whose name begins otherwise has a stem of its own.
    private static func stemLength(of name: FileName, _ stem: ArraySlice<UInt8>) -> Int {
        name.bytes.starts(with: stem) ? stem.count : Companions.stem(of: name).count
    }

    /// At most `length` bytes, not in the middle of a character.
    private static func cut(_ bytes: ArraySlice<UInt8>, to length: Int) -> [UInt8] {
        var end = min(bytes.count, length)
        while end > 1, end < bytes.count, bytes[bytes.startIndex + end] & 0xC0 == 0x80 { end -= 1 }
        return Array(bytes.prefix(end))
    }
}
