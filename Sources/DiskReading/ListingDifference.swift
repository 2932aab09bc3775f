import CaptureRules
import PhotoModel
import Shots

/// What differs between a directory and what the index has of it, by stems: a shot is judged whole.
package struct ListingDifference {
    /// Stems with a new or changed file, each once, in the order of names; behind them those whose files are as they were and make
    /// another shot than in the index.
    package private(set) var changedStems: [[UInt8]] = []
    /// Changed stems of which the stamps may be as they were.
    package private(set) var blurredStems: Set<[UInt8]> = []
    /// Stems with a file that is gone.
    package private(set) var goneStems: [[UInt8]] = []
    /// The files that are gone, by stem.
    package private(set) var goneNames: [[UInt8]: [FileName]] = [:]
    /// A file in whose place another one stands, as far as numbers tell.
    package struct Replaced {
        package let known: KnownDirectory.File
        package let seen: FileStamp
    }

    /// By stem.
    package private(set) var replaced: [[UInt8]: [Replaced]] = [:]
    /// Files that are being written and that the index knows: as it knows them.
    package private(set) var pendingStamps: [FileName: FileStamp] = [:]
    /// Files that are being written and that the index does not know.
    package private(set) var pendingUnknown: Set<FileName> = []
    package private(set) var unchangedCount = 0

    private var seenChanged: Set<[UInt8]> = []

    /// - Parameters:
    ///   - known: what the index has, in the order of names.
    ///   - pending: files that are being written: not to be read, and not gone.
    ///   - look: what a file is now; asked of those that `names` gives, in their order.
    ///   - doubted: change times, in nanoseconds since 1970, that a second change may have as well.
    ///   - isTold: whether an event may have told that a file has changed, which a stamp may be too coarse to show.
    package init(
        listing: DirectoryListing,
        known: [KnownDirectory.File],
        pending: Set<FileName>,
        force: Bool,
        look: (FileName) -> FileObserver.Sight,
        doubted: PartialRangeFrom<Int64> = Int64.max...,
        isTold: (FileName) -> Bool = { _ in false }
    ) {
        var position = 0
        var gone: Set<[UInt8]> = []
        for file in listing.files {
            while position < known.count, known[position].name < file.name {
                note(goneName: known[position].name, pending: pending, &gone)
                position += 1
            }
            let isKnown = position < known.count && known[position].name == file.name
            let before = isKnown ? known[position] : nil
            let stamp = before?.stamp
            if isKnown { position += 1 }
            if pending.contains(file.name) {
                if let stamp { pendingStamps[file.name] = stamp } else { pendingUnknown.insert(file.name) }
                continue
            }
            if let stamp, !force {
                let sight = look(file.name)
                let isBlurred = (stamp.isCoarse || doubted.contains(stamp.changeTime)) && isTold(file.name)
                if sight == .file(stamp) && !isBlurred || sight == .unclear {
                    unchangedCount += 1
                    continue
                }
                if isBlurred { blurredStems.insert(Array(Companions.stem(of: file.name))) }
                if let before, case .file(let seen) = sight, !stamp.isSameInode(as: seen) {
                    let stem = Array(Companions.stem(of: file.name))
                    replaced[stem, default: []].append(Replaced(known: before, seen: seen))
                }
            }
            let stem = Array(Companions.stem(of: file.name))
            // A sidecar that joins nothing is in no shot and so not in the index. Whether this one joins, its stem tells.
            if isKnown || file.format.kind != .sidecar, seenChanged.insert(stem).inserted {
                changedStems.append(stem)
            }
        }
        for file in known[position...] { note(goneName: file.name, pending: pending, &gone) }
        notePairings(listing, known, except: gone)
    }

    /// What has to be looked at: files that are there and known and not being written.
    package static func names(
        of listing: DirectoryListing,
        among known: [KnownDirectory.File],
        pending: Set<FileName>
    ) -> [FileName] {
        var names: [FileName] = []
        var position = 0
        for file in listing.files {
            while position < known.count, known[position].name < file.name { position += 1 }
            guard position < known.count, known[position].name == file.name else { continue }
            if !pending.contains(file.name) { names.append(file.name) }
        }
        return names
    }

    /// Only RAW files and sidecars join others.
    private mutating func notePairings(
        _ listing: DirectoryListing,
        _ known: [KnownDirectory.File],
        except gone: Set<[UInt8]>
    ) {
        var judged: Set<[UInt8]> = []
        for file in listing.files where file.format.kind == .raw || file.format.kind == .sidecar {
            let stem = Array(Companions.stem(of: file.name))
            guard !seenChanged.contains(stem), !gone.contains(stem), judged.insert(stem).inserted else {
                continue
            }
            let files = listing.members(of: stem).map { listing.files[$0] }
            // What is being written, and new, is looked at when it is complete.
            guard !files.contains(where: { pendingUnknown.contains($0.name) }) else { continue }
            let members = files.map { file in
                ShotPairing.Member(
                    name: file.name,
                    format: file.format,
                    owner: Self.owner(of: file.name, in: known)
                )
            }
            if !ShotPairing.isAsIndexed(members) {
                seenChanged.insert(stem)
                changedStems.append(stem)
            }
        }
    }

    private static func owner(of name: FileName, in known: [KnownDirectory.File]) -> ShotPairing.Owner? {
        var (low, high) = (0, known.count)
        while low < high {
            let middle = (low + high) / 2
            if known[middle].name < name { low = middle + 1 } else { high = middle }
        }
        return low < known.count && known[low].name == name ? known[low].owner : nil
    }

    private mutating func note(goneName name: FileName, pending: Set<FileName>, _ gone: inout Set<[UInt8]>) {
        // Being written under a new inode: it is there, if not yet in the listing.
        guard !pending.contains(name) else { return }
        let stem = Array(Companions.stem(of: name))
        goneNames[stem, default: []].append(name)
        if gone.insert(stem).inserted { goneStems.append(stem) }
    }
}
