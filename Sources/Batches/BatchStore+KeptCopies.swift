import Files
import Glibc
import PhotoModel

/// What a batch has replaced: `STATE/batches/BATCH.kept/NUMBER`, as it was, byte for byte.
extension BatchStore {
    /// Keeps contents. When it returns they would survive a power cut.
    package func keep(_ contents: [(number: Int, bytes: [UInt8])], of batch: BatchName) throws(BatchError) {
        guard !contents.isEmpty else { return }
        do throws(CallFailure) {
            let kept = try Folder(making: folder.file(batch.keptName), mode: 0o700, gate: gate)
            for (number, bytes) in contents {
                // One that a run left behind that ended early, of which nothing was written down.
                _ = kept.remove(FileName("\(number)"))
                try kept.create(FileName("\(number)")).write(bytes)
            }
            try kept.synchroniseFileSystem()
        } catch { throw .system(operation: error.call.rawValue, path: error.path, code: error.code) }
    }

    package func kept(_ number: Int, of batch: BatchName) throws(CallFailure) -> [UInt8] {
        try Folder(folder.file(batch.keptName), gate: gate).open(FileName("\(number)")).read(limit: .max)
    }
}

extension BatchName {
    fileprivate var keptName: FileName { FileName("\(self).kept") }
}
