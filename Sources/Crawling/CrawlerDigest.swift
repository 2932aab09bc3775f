import CaptureRules
import DiskReading
import LibraryIndex
import PhotoModel
import Sweeps

/// Knowing at a glance that a directory is as the index has it.
extension Crawler {
    /// Whether nothing in a directory has changed since the index summed it up: of what it has there no row is read then.
    ///
    /// Only where nothing but stamps can tell of a change: not where somebody wants it read, where an event has told of a
    /// file, or where one is being written.
    func isAsDigested(_ listing: DirectoryListing, _ visit: Visit) -> Bool {
        // Where the index cannot be asked, the comparison that follows says so.
        guard !visit.isForced, !visit.work.includesPending, visit.work.names.isEmpty, visit.heldNames.isEmpty,
            !listing.isHidden, let known = try? find(visit), known.digest != nil,
            known.isDirectory(of: visit.place), !mustRemakeRecords(of: visit, known.key)
        else { return false }
        var digest = DirectoryDigest()
        for (name, inode) in zip(listing.directories, listing.directoryInodes) {
            digest.add(directory: name, inode: inode)
        }
        let names = listing.shotNames
        let sights = sights(of: { names }, visit)
        defer { sights.end() }
        for name in names {
            guard case .file(let stamp) = sights.answer(to: name) else { return false }
            digest.add(file: name, stamp)
        }
        guard digest.value == known.digest else { return false }
        progress.advance(by: names.count)
        return true
    }
}

extension DirectoryListing {
    /// Files that are in the index where all is as it should be: a sidecar that joins nothing is in no shot.
    fileprivate var shotNames: [FileName] {
        files.filter { $0.format.kind != .sidecar || isJoined($0) }.map(\.name)
    }

    private func isJoined(_ sidecar: File) -> Bool {
        let members = members(of: Array(Companions.stem(of: sidecar.name))).map { files[$0] }
        let shots = Companions.shots(in: members.map { ShotFile(name: $0.name, format: $0.format) })
        return shots.contains { shot in shot.companions.contains { members[$0].name == sidecar.name } }
    }
}
