import Batches
import CaptureRules
import Files
import FolderWatch
import Glibc
import Importing
import PhotoModel
import PhotodConfiguration

/// A folder that files are imported from.
struct ImportSource: Sendable {
    let place: FolderPlace
    let names: [FileName]
    /// Only shots that one of these files belongs to; `nil`: all.
    var wanted: Set<FileName>?

    /// The folders of what a user named: a folder is taken with everything below it, a file with its companions. Hidden
    /// names and files that a program has not finished are passed over, links are not followed. What is named twice, by
    /// whatever paths, is taken once. What lies in the library goes by the path that is its there, whatever it is named by:
    /// else it would be a duplicate of itself.
    ///
    /// - Parameters:
    ///   - roots: the library's folders. What lies in one is filed already, and so it is passed over where a folder
    ///     above it is taken; inside it a user may name what is to be filed anew.
    ///   - failed: told of what cannot be read; the rest is imported.
    static func all(
        _ paths: [FilePath],
        besides roots: [FilePath],
        failed: (FilePath, FolderError) -> Void
    ) -> [ImportSource] {
        let filed = FiledFolders(roots)
        var sources: [ImportSource] = []
        var taken: [ImportListing.Identity: Set<FileName>] = [:]
        var files: [FilePath: Set<FileName>] = [:]
        var order: [FilePath] = []
        for path in paths {
            do throws(FolderError) {
                if try FileStatus(at: path).isDirectory {
                    walk(path, besides: filed, &taken, into: &sources, failed: failed)
                    continue
                }
            } catch {
                failed(path, error)
                continue
            }
            let (folder, name) = (filed.path(of: path.parent), path.lastName)
            if files[folder] == nil { order.append(folder) }
            files[folder, default: []].insert(name)
        }
        for folder in order {
            guard let named = files[folder] else { continue }
            do throws(FolderError) {
                // Links on the way to what was named are the user's.
                let listing = try ImportListing(DirectoryReader(rootPath: folder))
                let wanted = named.subtracting(taken[listing.identity] ?? [])
                guard !wanted.isEmpty else { continue }
                let stems = Set(wanted.map { Array(Companions.stem(of: $0)) })
                let names = listing.files.filter { stems.contains(Array(Companions.stem(of: $0))) }
                // What is no photo by its name is said to be none, rather than passed over.
                let all = Set(names).union(wanted)
                taken[listing.identity, default: []].formUnion(all)
                sources.append(
                    ImportSource(place: FolderPlace(base: folder), names: all.sorted(), wanted: wanted)
                )
            } catch { failed(folder, error) }
        }
        return sources
    }

    /// The folder, and those below it, each after the one that it lies in. One that cannot be read hides none of the
    /// others.
    private static func walk(
        _ named: FilePath,
        besides filed: FiledFolders,
        _ taken: inout [ImportListing.Identity: Set<FileName>],
        into sources: inout [ImportSource],
        failed: (FilePath, FolderError) -> Void
    ) {
        // Links on the way to what was named hide that a root lies below it.
        let real = HostFiles.local.resolved(named) ?? named
        let passedOver = Set(filed.roots.map(\.real).filter { !real.isInside($0) })
        var waiting = [FolderPlace(base: filed.path(of: named))]
        while let place = waiting.popLast() {
            guard !passedOver.contains(place.beneath.reduce(real) { $0.appending($1) }) else { continue }
            do throws(FolderError) {
                let listing = try ImportListing(of: place.path)
                guard taken.updateValue(Set(listing.files), forKey: listing.identity) == nil else { continue }
                if !listing.files.isEmpty { sources.append(ImportSource(place: place, names: listing.files)) }
                for name in listing.folders.reversed() {
                    waiting.append(FolderPlace(base: place.base, beneath: place.beneath + [name]))
                }
            } catch { failed(place.path, error) }
        }
    }
}

/// The library's folders, where something of theirs is named to be imported.
private struct FiledFolders {
    /// Each by its own path, and by the one without links.
    let roots: [(path: FilePath, real: FilePath)]

    init(_ roots: [FilePath]) {
        // A root that hangs has nothing to do with what is named.
        let files = HostFiles.patient()
        self.roots = roots.map { ($0, files.resolved($0) ?? $0) }
    }

    /// The path that crawlers know a folder by; what lies in no root keeps its own.
    func path(of folder: FilePath) -> FilePath {
        let real = HostFiles.local.resolved(folder) ?? folder
        let home = roots.filter { real.isInside($0.real) }.max { $0.real.bytes.count < $1.real.bytes.count }
        guard let home else { return folder }
        return FilePath(home.path.bytes + real.bytes.dropFirst(home.real.bytes.count))
    }
}
