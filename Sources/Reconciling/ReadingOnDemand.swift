import Extraction
import FolderWatch
import Glibc
import PhotoModel
import Threads

extension PhotoLibrary {
    /// Has one file read by a worker and waits for it, ten seconds at most. Takes the descriptor over.
    ///
    /// Not to be called on the writer's thread or an event loop. `nil` where the file cannot be read.
    /// One that is known to harm its reader is not read again for this.
    public func readFacts(descriptor: Int32, size: Int64, format: FileFormat) -> EmbeddedFacts? {
        let stamp = (try? FileStatus(of: descriptor)).map(FileStamp.init)
        guard let pool = readers.pool(for: format),
            stamp.flatMap(pool.poison.reason(for:)) == nil
        else {
            close(descriptor)
            return nil
        }
        let batch = ExtractionBatch()
        batch.add(descriptor: descriptor, size: size, format: format)
        let answer = Monitor<ExtractionOutcome?>(nil)
        pool.submit(batch) { outcomes in answer.update { $0 = outcomes.first ?? .cancelled } }
        guard case .facts(let facts) = answer.wait({ $0 }) else { return nil }
        return facts
    }
}
