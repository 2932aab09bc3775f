import Batches
import PhotoModel

/// Takes photos back that were frames of a video: each goes to the trash, unless somebody has written to it or beside it.
struct FrameDiscarding {
    private var trashes: TrashNames
    private var sidecars = SidecarsBeside()
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
            try sidecars.checkThatNoneIsLeft(by: files.map(\.0.newName), in: intent.to)
            let (place, names) = try trashes.claim(files.map(\.0.newName), from: intent.to)
            return UnitIntent(
                number: number,
                undoes: intent.number,
                action: .trash,
                from: intent.to,
                to: place,
                sidecars: [],
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
}
