import Files
import Glibc
import PhotoModel

/// What a batch has replaced: `STATE/batches/BATCH.kept/NUMBER`, byte for byte; of a photo only what its new file does not have.
extension BatchStore {
    /// Keeps contents. When it returns they would survive a power cut.
    package func keep(_ contents: [(number: Int, bytes: [UInt8])], of batch: BatchName) throws(BatchError) {
        guard !contents.isEmpty else { return }
        do throws(CallFailure) {
            let kept = try Folder(making: folder.file(batch.keptName), mode: 0o700, gate: gate)
            let syncsFilesOnly = kept.syncsFilesOnly
            for (number, bytes) in contents {
                // One that a run left behind that ended early, of which nothing was written down.
                _ = kept.remove(FileName("\(number)"))
                let file = try kept.create(FileName("\(number)"))
                try file.write(bytes)
                if syncsFilesOnly { try file.synchronise() }
            }
            guard syncsFilesOnly else { return try kept.synchroniseFileSystem() }
            try kept.synchronise()
            try folder.synchronise()
        } catch { throw .system(operation: error.call.rawValue, path: error.path, code: error.code) }
    }

    package func kept(_ number: Int, of batch: BatchName) throws(CallFailure) -> [UInt8] {
        try Folder(folder.file(batch.keptName), gate: gate).open(FileName("\(number)")).read(limit: .max)
    }
}

extension BatchName {
    fileprivate var keptName: FileName { FileName("\(self).kept") }
}
