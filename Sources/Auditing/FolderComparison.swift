import CaptureRules
import DiskReading
import PhotoModel
import Shots

/// One directory on the disk held against what the index has of it: pure, so that every case can be tested without a
/// disk. What differs `ListingDifference` says, as it does to crawlers; this names the files, for people.
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
    let fileCount: Int

    /// - Parameters:
    ///   - known: what the index has there, in the order of names.
    ///   - sight: what the disk says of an entry.
    init(
        listing: DirectoryListing,
        known: [KnownDirectory.File],
        sight: (FileName) -> FileObserver.Sight
    ) {
        fileCount = listing.isHidden ? 0 : listing.files.count
        guard !listing.isHidden else {
            for file in known { add(file.name, .ignored, [file.stamp]) }
            return
        }
        let stamps = Dictionary(known.map { ($0.name, $0.stamp) }) { first, _ in first }
        let sights = Dictionary(
            listing.files.map { ($0.name, Self.sight(of: $0.name, known: stamps[$0.name], sight)) }
        ) { first, _ in first }
        var present = listing
        present.files.removeAll { sights[$0.name] == .absent }
        let difference = ListingDifference(
            listing: present,
            known: known,
            pending: Set(present.files.map(\.name).filter { sights[$0] == .unclear }),
            force: false,
            look: { sights[$0] ?? .unclear }
        )
        for stem in difference.goneStems {
            for name in difference.goneNames[stem, default: []] {
                add(name, .notOnDisk, stamps[name].map { [$0] } ?? [])
            }
        }
        let gone = Set(difference.goneStems)
        for stem in difference.changedStems {
            explain(
                present.members(of: stem).map { present.files[$0] },
                stamps,
                sights,
                isLess: gone.contains(stem)
            )
        }
    }

    /// A link that is made or removed elsewhere changes a file's change time, and is no event here.
    private static func sight(
        of name: FileName,
        known: FileStamp?,
        _ sight: (FileName) -> FileObserver.Sight
    ) -> FileObserver.Sight {
        let seen = sight(name)
        guard case .file(let now) = seen, let known, known.isSettled, known.isSameContent(as: now) else {
            return seen
        }
        return .file(known)
    }

    /// Names the files of a stem that differ. Where none does, they belong together otherwise, as they do with a sidecar that
    /// the index does not have.
    ///
    /// - Parameter isLess: another one of them is gone, which is told.
    private mutating func explain(
        _ members: [DirectoryListing.File],
        _ stamps: [FileName: FileStamp],
        _ sights: [FileName: FileObserver.Sight],
        isLess: Bool
    ) {
        var (isTold, seen) = (isLess, [FileStamp]())
        for member in members {
            guard case .file(let now) = sights[member.name] else { continue }
            seen.append(now)
            if let stamp = stamps[member.name] {
                guard stamp != now else { continue }
                add(member.name, .changed, [stamp, now])
            } else {
                guard member.format.kind != .sidecar else { continue }
                add(member.name, .notIndexed, [now])
            }
            isTold = true
        }
        if !isTold, let first = members.first { add(first.name, .pairedOtherwise, seen) }
    }

    private mutating func add(_ name: FileName, _ problem: AuditDifference.Problem, _ evidence: [FileStamp]) {
        suspicions.append(Suspicion(name: name, problem: problem, evidence: evidence))
    }
}
