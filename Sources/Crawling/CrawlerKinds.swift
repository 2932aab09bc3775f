import CaptureRules
import DiskReading
import Files
import FolderWatch
import LibraryIndex
import PhotoModel
import Roots

/// Whether a name is a photo's, a directory's or a link's, or was.
extension Crawler {
    /// Tells photos' names, by stem, from those of directories. A directory's name may look like a photo's, and where the one
    /// has taken the other's place the index has what was there: so such a name is looked at as a photo's always, and as a
    /// directory's where it is one or was.
    func sort(
        namesOf visit: Visit
    ) throws(IndexError) -> (stems: [[UInt8]: Set<FileName>], directories: [FileName]) {
        var stems: [[UInt8]: Set<FileName>] = [:]
        var directories: [FileName] = []
        let names = visit.heldNames.union(visit.work.names)
        let known = try knownDirectories(among: names, visit)
        for name in names {
            let isDirectory =
                name.format == nil || known.contains(name)
                || (try? FileStatus(of: name, in: visit.descriptor))?.isDirectory ?? false
            if isDirectory, !visit.ignores(name, isDirectory: true) { directories.append(name) }
            guard name.format != nil, !visit.ignores(name, isDirectory: false) else { continue }
            stems[Array(Companions.stem(of: name)), default: []].insert(name)
            if !isDirectory, mayBeLink(name, visit) { directories.append(name) }
        }
        return (stems, directories)
    }

    /// The photos' names among some that the index has as directories', or may have where it has this directory at another
    /// place still.
    private func knownDirectories(
        among names: Set<FileName>,
        _ visit: Visit
    ) throws(IndexError) -> Set<FileName> {
        let likePhotos = names.filter { $0.format != nil }
        guard !likePhotos.isEmpty else { return [] }
        return try index.read { reader throws(IndexError) in
            guard let folder = try KnownDirectory.find(reader, place: visit.place),
                folder.isDirectory(of: visit.place)
            else { return likePhotos }
            var known: Set<FileName> = []
            for name in likePhotos
            where try reader.directory(root: visit.place.root, parent: folder.key, name: name) != nil {
                known.insert(name)
            }
            return known
        }
    }

    /// Whether a photo's name is, or was, a link's, or leads to some.
    private func mayBeLink(_ name: FileName, _ visit: Visit) -> Bool {
        guard links.isInPlay else { return false }
        if hasFollowed(at: name, of: visit) { return true }
        return (try? FileStatus(of: name, in: visit.descriptor))?.isSymbolicLink ?? false
    }
}
