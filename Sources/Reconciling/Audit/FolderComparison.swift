import CaptureRules
import LibraryIndex
import PhotoModel

/// One directory on the disk held against what the index has of it: pure, so that every case can be tested without a
/// disk.
///
/// What differs is a suspicion at first: the disk may have changed a moment ago. It is certain where the same suspicion
/// stands after a barrier, with the file as it was before it.
struct FolderComparison {
    struct Suspicion: Hashable {
        /// Empty: the directory itself.
        let name: FileName
        let problem: AuditDifference.Problem
        /// The file as it is on the disk; `nil` where there is none.
        let stamp: FileStamp?
    }

    private(set) var suspicions: [Suspicion] = []
    /// Files on the disk that matter.
    private(set) var fileCount = 0

    /// - Parameters:
    ///   - known: what the index has there, in the order of names.
    ///   - sight: what the disk says of an entry.
    init(
        listing: DirectoryListing,
        known: [KnownDirectory.File],
        sight: (FileName) -> FileObserver.Sight
    ) {
        guard !listing.isHidden else {
            for file in known { add(file.name, .ignored, nil) }
            return
        }
        fileCount = listing.files.count
        var suspectStems: Set<[UInt8]> = []
        var position = 0
        for file in listing.files {
            while position < known.count, known[position].name < file.name {
                note(known[position].name, .notOnDisk, nil, &suspectStems)
                position += 1
            }
            let isKnown = position < known.count && known[position].name == file.name
            let stamp = isKnown ? known[position].stamp : nil
            if isKnown { position += 1 }
            switch sight(file.name) {
            case .unclear: continue
            case .absent: if isKnown { note(file.name, .notOnDisk, nil, &suspectStems) }
            case .file(let seen):
                if let stamp {
                    // A link that is made or removed elsewhere changes the change time, and is no event here.
                    if !stamp.isSameContent(as: seen) { note(file.name, .changed, seen, &suspectStems) }
                } else if file.format.kind != .sidecar {
                    note(file.name, .notIndexed, seen, &suspectStems)
                }
            }
        }
        for file in known[position...] { note(file.name, .notOnDisk, nil, &suspectStems) }
        comparePairs(listing, known, except: suspectStems)
    }

    private mutating func add(_ name: FileName, _ problem: AuditDifference.Problem, _ stamp: FileStamp?) {
        suspicions.append(Suspicion(name: name, problem: problem, stamp: stamp))
    }

    private mutating func note(
        _ name: FileName,
        _ problem: AuditDifference.Problem,
        _ stamp: FileStamp?,
        _ stems: inout Set<[UInt8]>
    ) {
        stems.insert(Array(Companions.stem(of: name)))
        add(name, problem, stamp)
    }

    /// Whether all files of a stem belong together as the rules say. A stem with another difference says nothing more.
    private mutating func comparePairs(
        _ listing: DirectoryListing,
        _ known: [KnownDirectory.File],
        except suspects: Set<[UInt8]>
    ) {
        let owners = Dictionary(known.map { ($0.name, $0.owner) }) { first, _ in first }
        var judged = suspects
        for file in listing.files {
            let stem = Array(Companions.stem(of: file.name))
            guard judged.insert(stem).inserted else { continue }
            let members = listing.members(of: stem).map { listing.files[$0] }
            let isAsIndexed = ShotPairing.isAsIndexed(
                members.map { member in
                    ShotPairing.Member(
                        file: ShotFile(name: member.name, format: member.format),
                        owner: owners[member.name]
                    )
                }
            )
            if !isAsIndexed { add(file.name, .pairedOtherwise, nil) }
        }
    }
}
