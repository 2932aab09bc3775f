import Batches
import CaptureRules
import Files
import PhotoModel

/// Takes photos back that were frames of a video: each goes to the trash, unless somebody has written to it or beside it.
struct FrameDiscarding {
    private var trashes: TrashNames
    /// Of each folder, which is listed once.
    private var sidecars: [FilePath: [[UInt8]: FileName]] = [:]
    /// What stays where it is.
    private(set) var refused: [(path: FilePath, error: ImportError)] = []

    init(_ trash: TrashFolder) {
        trashes = TrashNames(trash)
    }

    /// What is to be done with what a unit has brought; `nil` where that is nothing, or stays.
    mutating func discarded(_ unit: BatchContent.Unit, number: Int) -> UnitIntent? {
        let intent = unit.intent
        let files = zip(intent.files, unit.records ?? []).compactMap { file, record in
            record.map { (file, $0) }
        }
        guard let first = files.first else { return nil }
        do throws(ImportError) {
            try check(files.map(\.0.newName), in: intent.to)
            let (place, names) = try trashes.claim(files.map(\.0.newName), from: intent.to)
            return UnitIntent(
                number: number,
                undoes: intent.number,
                action: .trash,
                from: intent.to,
                to: place,
                files: zip(files, names).map { file, name in
                    FileIntent(
                        name: file.0.newName,
                        newName: name,
                        stamp: file.1.stamp,
                        mode: file.0.mode,
                        hash: file.1.hash
                    )
                }
            )
        } catch {
            refused.append((intent.to.path.appending(first.0.newName), error))
            return nil
        }
    }

    /// What somebody has said of a photo in a sidecar would be left behind without it.
    private mutating func check(_ names: [FileName], in place: FolderPlace) throws(ImportError) {
        let there = sidecars(in: place.path)
        for name in names {
            guard let sidecar = there[Array(Companions.stem(of: name))] else { continue }
            throw .hasSidecar(place.path.appending(name), sidecar: place.path.appending(sidecar))
        }
    }

    /// By their stems; none where the folder cannot be listed: whoever moves what is in it says what is wrong.
    private mutating func sidecars(in folder: FilePath) -> [[UInt8]: FileName] {
        if let known = sidecars[folder] { return known }
        let names = (try? Folder(folder).names()) ?? []
        var listed: [[UInt8]: FileName] = [:]
        for name in names where name.format?.kind == .sidecar {
            listed[Array(Companions.stem(of: name))] = name
        }
        sidecars[folder] = listed
        return listed
    }
}
