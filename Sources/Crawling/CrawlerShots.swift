import CaptureRules
import Descriptors
import DiskReading
import FolderWatch
import Glibc
import Shots

/// What a look at a directory tells of its files, shot by shot.
extension Crawler {
    func tell(
        _ difference: ListingDifference,
        _ replaced: [[UInt8]],
        _ listing: DirectoryListing,
        _ visit: Visit,
        _ observer: FileObserver
    ) throws(FolderError) -> Bool {
        var gathering = ShotGathering(for: visit, findings)
        let late = difference.goneStems + replaced
        var stems = difference.changedStems
        if !late.isEmpty {
            let isLate = Set(late)
            stems = stems.filter { !isLate.contains($0) } + late
        }
        let firstLate = stems.count - late.count
        let looks = looks(observer) { [self] in stems.flatMap { files(of: $0, listing, difference) } }
        defer { looks.end { $0.close() } }
        for (number, stem) in stems.enumerated() {
            let isTold = gathering.add(isLate: number >= firstLate) { chunk throws(OpeningDelay) in
                try add(stem, listing, difference, visit, observer, looks, to: &chunk)
            }
            // The daemon stops. What follows must not be told as if this had been.
            guard isTold else { throw .exhausted(errno: EMFILE) }
        }
        gathering.say()
        return !difference.changedStems.isEmpty || !difference.goneStems.isEmpty
    }

    private func looks(
        _ observer: FileObserver,
        at files: @escaping () -> [DirectoryListing.File]
    ) -> FileLooks {
        var other = observer
        // The crawler waits for its answers, so its own heartbeat tells where they do not come.
        other.heartbeat = LaneHeartbeat()
        return FileLooks(
            files,
            by: self,
            isNetwork: observer.mayHang,
            room: { [descriptors = readers.descriptors] in
                let leases = descriptors.leaseSpare(FileLooks.limit / FileLease.count)
                return FileLooks.Room(count: leases.count * FileLease.count, leases: leases)
            },
            fetch: { observer.fetch($0.name) },
            ask: { [other] in other.observe($0.name, $0.format) }
        )
    }

    /// Files of a stem that are to be observed.
    private func files(
        of stem: [UInt8],
        _ listing: DirectoryListing,
        _ difference: ListingDifference
    ) -> [DirectoryListing.File] {
        listing.members(of: stem).map { listing.files[$0] }.filter {
            !difference.pendingUnknown.contains($0.name) && difference.pendingStamps[$0.name] == nil
        }
    }

    private func add(
        _ stem: [UInt8],
        _ listing: DirectoryListing,
        _ difference: ListingDifference,
        _ visit: Visit,
        _ observer: FileObserver,
        _ looks: FileLooks,
        to chunk: inout FindingChunk
    ) throws(OpeningDelay) {
        var files: [ObservedFile] = []
        let members = listing.members(of: stem)
        let formats = members.map { listing.files[$0].format }
        for position in members {
            let file = listing.files[position]
            if difference.pendingUnknown.contains(file.name) { continue }
            if let stamp = difference.pendingStamps[file.name] {
                files.append(
                    ObservedFile(name: file.name, format: file.format, stamp: stamp, content: .pending)
                )
            } else {
                let format = file.format
                if let seen = try chunk.observe(file.name, format, among: formats, observer, readers, looks) {
                    files.append(seen)
                }
            }
        }
        files = try chunk.readingLeftBehind(files, among: formats, observer, readers)
        let isForced = visit.isForced || difference.blurredStems.contains(stem)
        let gone = difference.goneNames[stem] ?? []
        let left = gone + (difference.replaced[stem] ?? []).map(\.known.name)
        let shot = ObservedShot(stem: stem, files: files, isForced: isForced)
        chunk.add(shot, gone: gone, isExplained: left.allSatisfy { visit.explains($0) })
    }
}
