import NIOCore
import PhotoModel
import Synchronization

/// The page's files as gzip: each is compressed when the first browser asks for it, and kept.
final class CompressedFiles: Sendable {
    private struct Kept: Sendable {
        let tag: EntityTag
        let content: ByteBuffer
    }

    /// The map's coast lines are the longest of the page, at 360 kB.
    private static let longest: Int64 = 2 << 20
    private static let level: Int32 = 9

    private let threads: FileThreads
    private let kept = Mutex<[FilePath: Kept]>([:])

    init(by threads: FileThreads) {
        self.threads = threads
    }

    /// `nil` where a file is sent as it is.
    func content(of file: ServedFile, at path: FilePath) async throws -> ByteBuffer? {
        guard file.size > 0, file.size <= Self.longest else { return nil }
        if let kept = kept.withLock({ $0[path] }), kept.tag == file.tag { return kept.content }
        let content = try await threads.run { () throws -> ByteBuffer? in
            try Gzip(level: Self.level)?.code(file.content(), isEnd: true)
        }
        guard let content else { return nil }
        kept.withLock { $0[path] = Kept(tag: file.tag, content: content) }
        return content
    }
}
