import Batches
import PhotoModel

/// Where the files of a batch are, as its journal has it.
extension BatchContent {
    /// Sources that stayed where they are, and files that are back where they came from.
    var settledFiles: [SettledFile] {
        units.values.flatMap { unit -> [SettledFile] in
            let intent = unit.intent
            let isBack = intent.undoes != nil && intent.action.putsBack
            guard isBack || !intent.action.leaves else { return [] }
            return zip(intent.files, unit.records ?? []).compactMap { file, record in
                guard let record else { return nil }
                return isBack
                    ? SettledFile(path: intent.to.path.appending(file.newName), stamp: record.stamp)
                    : SettledFile(path: intent.from.path.appending(file.name), stamp: file.stamp)
            }
        }
    }
}
