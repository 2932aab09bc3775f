import Batches
import CaptureRules
import Files
import Glibc
import PhotoModel

/// What somebody has said of photos in sidecars that came after them: those would be left behind without their photo, and
/// keep its name from it when it comes again.
struct SidecarsBeside {
    /// Of each folder, which is listed once, by their stems.
    private var known: [FilePath: [[UInt8]: [ShotFile]]] = [:]

    /// - Parameters:
    ///   - names: of the files of one shot that are to go, its own sidecars among them.
    ///   - others: what goes from there with other shots, as it was found.
    /// - Throws: `hasSidecar` where a sidecar that stays belongs to one of the files, and where the folder cannot be listed.
    mutating func checkThatNoneIsLeft(
        by names: [FileName],
        in place: FolderPlace,
        others: [FileName: FileStamp] = [:]
    ) throws(ImportError) {
        let there = try files(in: place.path)
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

    /// In the order of names, as the index asks whose they are; none where the folder is gone: whoever moves what was in it says
    /// what is wrong.
    private mutating func files(in folder: FilePath) throws(ImportError) -> [[UInt8]: [ShotFile]] {
        if let listed = known[folder] { return listed }
        var names: [FileName] = []
        do throws(CallFailure) { names = try Folder(folder).names() } catch {
            guard error.code == ENOENT else { throw error.told("list", folder) }
        }
        let files = names.sorted().compactMap { name in
            name.format.map { ShotFile(name: name, format: $0) }
        }
        let listed = Dictionary(grouping: files) { Array(Companions.stem(of: $0.name)) }
        known[folder] = listed
        return listed
    }
}
