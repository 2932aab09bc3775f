import Batches
import CaptureRules
import Files
import Glibc
import PhotoModel

/// What somebody has said of photos in sidecars that came after them: those would be left behind without their photo, and
/// keep its name from it when it comes again.
struct SidecarsBeside {
    private typealias FilesByStem = [[UInt8]: [ShotFile]]

    private enum Listing {
        case listed(FilesByStem)
        /// Nobody may list the folder.
        case hidden
        case failed(ImportError)
    }

    /// Of each folder, which is listed once.
    private var known: [FilePath: Listing] = [:]

    /// - Parameters:
    ///   - names: of the files of one shot that are to go, its own sidecars among them.
    ///   - others: what goes from there with other shots, as it was found.
    /// - Throws: `hasSidecar` where a sidecar that stays belongs to one of the files, and where the folder cannot be listed.
    mutating func checkThatNoneIsLeft(
        by names: [FileName],
        in place: FolderPlace,
        others: [FileName: FileStamp] = [:]
    ) throws(ImportError) {
        let there = try files(in: place.path, of: names)
        for name in names {
            let files = there[Array(Companions.stem(of: name))] ?? []
            for file in files where file.format.kind == .sidecar && !names.contains(file.name) {
                guard Companions.owner(of: file.name, in: files).map({ files[$0].name }) == name else {
                    continue
                }
                let sidecar = place.path.appending(file.name)
                if let stamp = others[file.name], Self.isAsFound(sidecar, stamp) { continue }
                throw .hasSidecar(place.path.appending(name), sidecar: sidecar)
            }
        }
    }

    /// One that was written to since stays, whatever becomes of its photo.
    private static func isAsFound(_ path: FilePath, _ stamp: FileStamp) -> Bool {
        guard let status = try? FileStatus(lookingAt: path) else { return false }
        return status.stamp.hasSameContent(as: stamp, in: path.parent)
    }

    /// Those that are there; of a folder that nobody may list, those that belong to files with some names.
    private mutating func files(
        in folder: FilePath,
        of names: [FileName]
    ) throws(ImportError) -> FilesByStem {
        let listing = known[folder] ?? Self.list(folder)
        known[folder] = listing
        switch listing {
        case .listed(let files): return files
        case .hidden: return try Self.look(for: names, in: folder)
        case .failed(let error): throw error
        }
    }

    /// None where the folder is gone: whoever moves what was in it says what is wrong.
    private static func list(_ folder: FilePath) -> Listing {
        do throws(CallFailure) { return .listed(byStem(try Folder(folder).names())) } catch {
            switch error.code {
            case ENOENT: return .listed([:])
            case EACCES: return .hidden
            default: return .failed(error.told("list", folder))
            }
        }
    }

    /// In the order of names, as the index asks whose they are.
    private static func byStem(_ names: [FileName]) -> FilesByStem {
        let files = names.sorted().compactMap { name in
            name.format.map { ShotFile(name: name, format: $0) }
        }
        return Dictionary(grouping: files) { Array(Companions.stem(of: $0.name)) }
    }

    /// Files with these names, and the sidecars that are there, however their extensions are spelled.
    private static func look(
        for names: [FileName],
        in folder: FilePath
    ) throws(ImportError) -> FilesByStem {
        var there = Set(names)
        for name in names {
            let stem = Array(Companions.stem(of: name))
            let sidecars = Companions.sidecarNames(for: [name], stem: stem)
            for owner in Set(sidecars.map { Array($0.bytes.dropLast(4)) }) {
                for ending in endings {
                    let sidecar = FileName(owner + ending)
                    do throws(CallFailure) {
                        _ = try FileStatus(path: folder.appending(sidecar))
                        there.insert(sidecar)
                    } catch {
                        guard error.code == ENOENT || error.code == ENAMETOOLONG else {
                            throw error.told("look at", folder.appending(sidecar))
                        }
                    }
                }
            }
        }
        return byStem(Array(there))
    }

    /// `.xmp`, `.Xmp` and so on: where a folder can be listed, all of these are sidecars.
    private static let endings = ["xmp", "aae"].flatMap { word in
        word.utf8.reduce([[UInt8(ascii: ".")]]) { begun, letter in
            begun.flatMap { [$0 + [letter], $0 + [letter - 32]] }
        }
    }
}
