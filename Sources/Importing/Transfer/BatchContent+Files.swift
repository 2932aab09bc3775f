import Batches
import PhotoModel

/// Where the files of a batch are, as its journal has it.
extension BatchContent {
    /// Sources that stayed where they are, and files that are back where they came from.
    var settledFiles: [SettledFile] {
        units.values.flatMap { unit -> [SettledFile] in
            let intent = unit.intent
            let isBack = intent.undoes != nil && intent.action != .remove
            guard isBack || !intent.action.leaves else { return [] }
            return zip(intent.files, unit.records ?? []).compactMap { file, record in
                guard let record else { return nil }
                return isBack
                    ? SettledFile(path: intent.to.path.appending(file.newName), stamp: record.stamp)
                    : SettledFile(path: intent.from.path.appending(file.name), stamp: file.stamp)
            }
        }
    }

    /// The files that the import brought, unit by unit.
    var broughtFiles: [(from: [FilePath], to: [FilePath], leaves: Bool)] {
        units.values.filter { $0.intent.undoes == nil && $0.intent.action != .trash && $0.isDone }.map {
            unit in
            let intent = unit.intent
            return (
                intent.files.map { intent.from.path.appending($0.name) },
                intent.files.map { intent.to.path.appending($0.newName) }, intent.action.leaves
            )
        }
    }
}
