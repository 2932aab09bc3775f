import Batches
import CaptureRules
import Files
import PhotoModel

/// What somebody has said of photos in sidecars that came after them: those would be left behind without their photo, and
/// keep its name from it when it comes again.
struct SidecarsBeside {
    /// Of each folder, which is listed once, by their stems.
    private var known: [FilePath: [[UInt8]: [FileName]]] = [:]

    /// - Parameter names: of the files of one shot that are to go, its own sidecars among them.
    /// - Throws: `hasSidecar` where there is another.
    mutating func checkThatNone(isBeside names: [FileName], in place: FolderPlace) throws(ImportError) {
        let there = sidecars(in: place.path)
        for name in names {
            let beside = there[Array(Companions.stem(of: name))]?.first { !names.contains($0) }
            guard let beside else { continue }
            throw .hasSidecar(place.path.appending(name), sidecar: place.path.appending(beside))
        }
    }

    /// None where the folder cannot be listed: whoever moves what is in it says what is wrong.
    private mutating func sidecars(in folder: FilePath) -> [[UInt8]: [FileName]] {
        if let listed = known[folder] { return listed }
        let names = (try? Folder(folder).names()) ?? []
        let sidecars = names.filter { $0.format?.kind == .sidecar }
        let listed = Dictionary(grouping: sidecars) { Array(Companions.stem(of: $0)) }
        known[folder] = listed
        return listed
    }
}
