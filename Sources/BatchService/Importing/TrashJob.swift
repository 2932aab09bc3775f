import Batches
import Files
import ImportRules
import Importing
import LibraryIndex
import LineProtocol
import PhotoModel
import Roots
import WatchedLibrary

/// One `trash`: finds the files of the shots that are asked for, and has them moved.
struct TrashJob {
    /// Ids, uris or paths.
    let words: [String]
    let library: PhotoLibrary
    let importer: Importer
    let cancellation: Cancellation
    let places: BatchPlaces
    let reply: BatchReply

    /// A shot as the index has it.
    private struct Found {
        let id: AssetID
        let root: LibraryRoot
        let folder: FolderPlace
        /// The primary file and its stamp.
        let primary: (name: FileName, stamp: FileStamp)
        let companions: [FileName]
    }

    func run() {
        let ending = LibraryWait.whileWritable(library, cancellation)
        guard ending == .exact else { return reply.abandon(ending) }
        do {
            var found = try find()
            // What is offline is refused, and nobody looks there.
            let reachable = found.compactMap(\.self).filter { $0.root.state != .offline }
            places.are(Array(Set(reachable.map(\.folder.base))))
            let unknown = unknownSidecars(beside: reachable)
            if !unknown.isEmpty {
                // Made since the index was exact, as by an edit; what is in no shot when it is so again stays on purpose.
                let ending = LibraryWait.whileWritable(library, cancellation)
                guard ending == .exact else { return reply.abandon(ending) }
                found = try find()
            }
            try move(found, besides: unknown)
        } catch {
            reply.finish(refusing: ProtocolError(error, of: "trash"))
        }
    }

    // MARK: Finding

    private func find() throws(IndexError) -> [Found?] {
        try library.index.read { reader throws(IndexError) in
            var found: [Found?] = []
            for word in words { found.append(try find(word, reader)) }
            return found
        }
    }

    /// Those that name a file of a shot, as new ones do, and that the index does not have.
    private func unknownSidecars(beside shots: [Found]) -> Set<FilePath> {
        var unknown: Set<FilePath> = []
        for shot in shots {
            let names = [shot.primary.name] + shot.companions
            for name in names where name.format?.kind != .sidecar {
                let sidecar = FileName(name.bytes + Array(".xmp".utf8))
                let path = shot.folder.path.appending(sidecar)
                // Where that cannot be told, whoever moves the photo says so.
                guard !names.contains(sidecar), (try? FileStatus(path: path)) != nil else { continue }
                unknown.insert(path)
            }
        }
        return unknown
    }

    private func find(_ word: String, _ reader: IndexReader) throws(IndexError) -> Found? {
        let asset: IndexedAsset? =
            switch AssetReference(word) {
            case nil: nil
            case .id(let id): try reader.asset(id)
            case .path(let path): try AssetPath(path, library)?.find(reader)
            }
        guard let asset, let root = library.allRoots.first(where: { $0.key == asset.root }),
            let folder = try reader.path(ofDirectory: asset.directory)
        else { return nil }
        let beneath = folder.bytes.dropFirst(root.library.path.bytes.count)
            .split(separator: UInt8(ascii: "/")).map { FileName(Array($0)) }
        return Found(
            id: asset.id,
            root: root,
            folder: FolderPlace(base: root.library.path, beneath: beneath),
            primary: (asset.name, asset.stamp),
            companions: try reader.companions(of: asset.key).map(\.name)
        )
    }

    /// The files of a shot as they lie on the disk now.
    ///
    /// - Parameter unknown: sidecars that are in no shot and stay.
    private func unit(_ found: Found, besides unknown: Set<FilePath>) throws(ImportError) -> ImportUnit {
        guard found.root.state != .offline else { throw .offline(found.root.library.path) }
        let path = found.folder.path
        let primary = try ImportFile(lookingAt: path.appending(found.primary.name))
        // What has its name by now was not asked for.
        guard primary.stamp.seemsSameFile(as: found.primary.stamp) else {
            throw .changed(path.appending(found.primary.name))
        }
        var files = [primary]
        for name in found.companions {
            do throws(ImportError) { files.append(try ImportFile(lookingAt: path.appending(name))) } catch {
                // One that is gone by now has nothing left to move.
                if case .missing = error { continue }
                throw error
            }
        }
        var unit = ImportUnit(folder: found.folder, files: files, values: LayoutValues())
        unit.sidecars = Set(found.companions + unknown.filter { $0.parent == path }.map(\.lastName))
        return unit
    }

    // MARK: Moving

    private func move(_ found: [Found?], besides unknown: Set<FilePath>) throws(ImportError) {
        var units: [ImportUnit] = []
        var ids: [AssetID] = []
        var seen: Set<AssetID> = []
        var (unchanged, errors) = (0, 0)
        reply.total = words.count
        for (word, found) in zip(words, found) {
            guard let found else {
                errors += 1
                reply.addUnknown(word)
                continue
            }
            let primary = found.folder.path.appending(found.primary.name)
            guard seen.insert(found.id).inserted else {
                unchanged += 1
                reply.add(.unchanged(duplicateOf: nil), from: primary, of: found.id)
                continue
            }
            do throws(ImportError) {
                units.append(try unit(found, besides: unknown))
                ids.append(found.id)
            } catch {
                errors += 1
                reply.add(.refused(error), from: primary, of: found.id)
            }
        }
        guard !cancellation.isCancelled else { return reply.abandon() }
        let taken = TakenPhotos(
            units.compactMap { unit in unit.files.first.map { unit.folder.path.appending($0.name) } },
            of: library
        )
        defer { taken.end() }
        let result = try importer.trash(
            units,
            cancellation: cancellation,
            began: { batch in
                places.batch = batch
                taken.begin(batch.description)
                reply.open(batch: batch)
            }
        ) { outcome in
            taken.note(outcome)
            guard let primary = units[outcome.index].files.first else { return }
            reply.add(
                outcome.result,
                from: units[outcome.index].folder.path.appending(primary.name),
                of: ids[outcome.index]
            )
        }
        taken.waitUntilGone(cancellation)
        reply.finish(
            batch: result.batch?.description,
            ok: result.ok,
            unchanged: unchanged,
            errors: result.errors + errors
        )
    }
}
