import LibraryIndex
import PhotoModel
import WatchedLibrary

/// What the index says, held against the disk.
struct Comparison {
    var differences: [String] = []
    /// What is known of each item, by path; ids are left out.
    var rows: [String: KnownItem] = [:]
    /// Names of the other files of a shot, by the path of its first.
    var companions: [String: [String]] = [:]
    /// Ids by path.
    var ids: [String: AssetID] = [:]
    var viewed: Set<AssetID> = []
    /// Paths of items of which something is shown that their files do not say: an edit stands in the index alone, or waits.
    var overlaid: Set<String> = []
    /// What stands at each path.
    var disk: Disk
    /// Paths are without any link.
    let links: FollowedLinks

    /// - Parameter isLeftOut: of which paths nothing is said, neither of the disk nor of the index.
    init(_ library: PhotoLibrary, below root: String, except isLeftOut: (String) -> Bool = { _ in false }) {
        links = FollowedLinks(library, below: root)
        disk = Disk(below: root, and: links.folders)
        differences = links.differences(from: disk)
        let disk = disk
        do {
            try library.index.read { reader throws(IndexError) in try compare(reader, disk, isLeftOut) }
        } catch {
            differences.append("the index cannot be read: \(error)")
        }
    }

    /// Whether a file of a shot had another name at some time. What is written by that in a folder where nothing else of the
    /// shot is is told of nowhere.
    func isLinked(shotOf path: String) -> Bool {
        let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
        return ([path] + (companions[path] ?? []).map { folder + $0 }).contains { disk.isLinked[$0] ?? false }
    }

    /// Whether nobody may read what stands there, so that only its number tells what it is.
    func isShut(_ path: String) -> Bool { rows[path]?.isShut ?? false }
    /// Whether a photo or video of its shot is: what a photo says tells whether a video belongs to it.
    func isShut(shotOf path: String) -> Bool {
        let shot = path.prefix(path.count - Operation.name(path).count) + Operation.stem(path) + "."
        return rows.contains { $0.value.isShut && $0.key.hasPrefix(shot) }
    }

    /// Whether nobody has been able to read it since it was found.
    func isUnread(_ path: String) -> Bool { rows[path]?.isUnread ?? false }

    /// Of the other files of the shot that are no sidecars.
    func companionStamps(of path: String) -> [FileStamp?] {
        let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
        return (companions[path] ?? []).map { disk.files[folder + $0] }
    }

    private mutating func compare(
        _ reader: IndexReader,
        _ disk: Disk,
        _ isLeftOut: (String) -> Bool
    ) throws(IndexError) {
        var known: [String: FileStamp] = [:]
        var counts: [MonthKey: Int] = [:]
        var found: [(id: AssetID, directory: Int64, name: String, row: KnownItem)] = []
        var query = PageQuery(range: SortRange(from: nil, to: nil))
        query.limit = 100_000
        _ = try reader.page(query) { item throws(IndexError) in
            counts[item.month, default: 0] += 1
            let name = String(decoding: item.name, as: UTF8.self)
            found.append((try item.id, item.directory, name, KnownItem(item)))
        }
        var folders: [Int64: String] = [:]
        for item in found {
            if folders[item.directory] == nil {
                folders[item.directory] = try reader.path(ofDirectory: item.directory)?.display
            }
            guard let asset = try reader.asset(item.id), let folder = folders[item.directory] else {
                differences.append("an item of no folder: \(item.name)")
                continue
            }
            guard let folder = links.realPath(folder), !disk.isClosed(folder) else { continue }
            let path = folder + "/" + item.name
            if known.updateValue(asset.stamp, forKey: path) != nil, !isLeftOut(path) {
                differences.append("twice: \(path)")
            }
            ids[path] = asset.id
            if asset.marks.viewed { viewed.insert(asset.id) }
            if !asset.marks.overlay.isEmpty { overlaid.insert(path) }
            rows[path] = item.row
            for companion in try reader.companions(of: asset.key) {
                let name = companion.name.display
                rows[path]?.companions.append(KnownItem.Companion(name: name, size: companion.stamp.size))
                companions[path, default: []].append(name)
                let path = folder + "/" + name
                if companion.format.kind == .sidecar { continue }
                if known.updateValue(companion.stamp, forKey: path) != nil, !isLeftOut(path) {
                    differences.append("twice: \(path)")
                }
            }
        }
        for (path, stamp) in disk.files.sorted(by: { $0.key < $1.key }) where !isLeftOut(path) {
            guard let seen = known.removeValue(forKey: path) else {
                differences.append("not in the index: \(path)")
                continue
            }
            var expected = stamp
            if disk.isLinked[path] ?? false { expected.changeTime = seen.changeTime }
            if UserCalls.unheard.contains(stamp.inode) {
                (expected.size, expected.modificationTime) = (seen.size, seen.modificationTime)
            }
            // A server's numbers are nobody's.
            if Machine.kernel.isNetwork { (expected.inode, expected.birthTime) = (0, 0) }
            if seen != expected { differences.append("another stamp: \(path): \(seen), not \(stamp)") }
        }
        for path in known.keys.sorted() where !isLeftOut(path) {
            differences.append("not on the disk: \(path)")
        }
        for key in try reader.directoryKeys(after: 0, limit: .max) {
            guard let digest = try reader.directory(key)?.digest, digest != 0 else { continue }
            if try reader.digest(ofDirectory: key).value != digest {
                differences.append("another digest: \(key)")
            }
        }
        for month in try reader.months() {
            if counts.removeValue(forKey: month.month) != month.totalCount {
                differences.append("miscounted: \(month.month)")
            }
        }
        if !counts.isEmpty {
            differences.append("months without a count: \(counts.keys.map { "\($0)" }.sorted())")
        }
    }
}
