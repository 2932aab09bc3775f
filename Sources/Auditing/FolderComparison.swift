import CaptureRules
import DiskReading
import PhotoModel
import Shots

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
        /// The files as the index and the disk have them: one that came and went again since is another suspicion.
        let evidence: [FileStamp]
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
            for file in known { add(file.name, .ignored, [file.stamp]) }
            return
        }
        fileCount = listing.files.count
        var suspectStems: Set<[UInt8]> = []
        var position = 0
        for file in listing.files {
            while position < known.count, known[position].name < file.name {
                note(known[position].name, .notOnDisk, [known[position].stamp], &suspectStems)
                position += 1
            }
            let isKnown = position < known.count && known[position].name == file.name
            let stamp = isKnown ? known[position].stamp : nil
            if isKnown { position += 1 }
            switch sight(file.name) {
            case .unclear: continue
            case .absent: if let stamp { note(file.name, .notOnDisk, [stamp], &suspectStems) }
            case .file(let seen):
                if let stamp {
                    // A link that is made or removed elsewhere changes the change time, and is no event here.
                    guard !stamp.isSameContent(as: seen) || !stamp.isSettled else { continue }
                    note(file.name, .changed, [stamp, seen], &suspectStems)
                } else if file.format.kind != .sidecar {
                    note(file.name, .notIndexed, [seen], &suspectStems)
                }
            }
        }
        for file in known[position...] { note(file.name, .notOnDisk, [file.stamp], &suspectStems) }
        comparePairs(listing, known, except: suspectStems, sight)
    }

    private mutating func add(_ name: FileName, _ problem: AuditDifference.Problem, _ evidence: [FileStamp]) {
        suspicions.append(Suspicion(name: name, problem: problem, evidence: evidence))
    }

    private mutating func note(
        _ name: FileName,
        _ problem: AuditDifference.Problem,
        _ evidence: [FileStamp],
        _ stems: inout Set<[UInt8]>
    ) {
        stems.insert(Array(Companions.stem(of: name)))
        add(name, problem, evidence)
    }

    /// Whether all files of a stem belong together as the rules say. A stem with another difference says nothing more.
    private mutating func comparePairs(
        _ listing: DirectoryListing,
        _ known: [KnownDirectory.File],
        except suspects: Set<[UInt8]>,
        _ sight: (FileName) -> FileObserver.Sight
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
                        name: member.name,
                        format: member.format,
                        owner: owners[member.name]
                    )
                }
            )
            guard !isAsIndexed else { continue }
            let seen = members.compactMap { member -> FileStamp? in
                if case .file(let stamp) = sight(member.name) { stamp } else { nil }
            }
            add(file.name, .pairedOtherwise, seen)
        }
    }
}
