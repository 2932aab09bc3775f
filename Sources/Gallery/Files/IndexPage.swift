import Files
import NIOCore
import PhotoModel
import Synchronization

/// The one HTML file of the page, as it is sent for every screen: with the addresses of the edition that there is, and with its
/// styles in it.
final class IndexPage: Sendable {
    struct Content: Sendable {
        let edition: PageEdition
        let tag: EntityTag
        let plain: ByteBuffer
        /// `nil` where there was no memory for it.
        let gzip: ByteBuffer?
    }

    static let name = FileName("index.html")
    private static let longest = 1 << 20
    private static let level: Int32 = 9

    /// What tells the page's own styles from any that somebody gets into it (Content Security Policy 3, `nonce`). Each gallery has
    /// another, so a page that a browser has of an earlier one is another page.
    let nonce = StyleNonce()
    private let folder: FilePath
    private let threads: FileThreads
    private let made = Mutex<Content?>(nil)

    init(in folder: FilePath, by threads: FileThreads) {
        self.folder = folder
        self.threads = threads
    }

    /// Made anew where a file of the page is another than last time.
    func content() async throws -> Content {
        let (folder, nonce, known) = (folder, nonce, made.withLock(\.self))
        let content = try await threads.run { () throws -> Content in
            let edition = try PageEdition(of: folder)
            if let known, known.edition == edition { return known }
            let styles = InlineStyles(nonce) { names in
                try Self.read(names.reduce(folder) { $0.appending(FileName($1)) })
            }
            let html = try styles.page(Self.read(folder.appending(Self.name)))
            let plain = ByteBuffer(bytes: edition.page(html))
            let gzip = Gzip(level: Self.level)?.code(plain, isEnd: true)
            return Content(edition: edition, tag: EntityTag(edition, nonce), plain: plain, gzip: gzip)
        }
        made.withLock { $0 = content }
        return content
    }

    private static func read(_ path: FilePath) throws(CallFailure) -> [UInt8] {
        try OpenFile(reading: path).read(limit: longest)
    }

    /// Whether files of an edition are what they will be for good. Of one that was there before, or is not known yet, they are
    /// those that there are.
    func isCurrent(_ edition: PageEdition) -> Bool { made.withLock { $0?.edition == edition } }
}
