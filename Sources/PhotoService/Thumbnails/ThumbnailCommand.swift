import LineProtocol
import LineServer
import Thumbnails

extension OrderCommands {
    /// So many are looked for in the cache on the event loop: a millisecond's work.
    private static let few = 100

    func thumbnail(_ arguments: Arguments, _ exchange: Exchange) throws(ProtocolError) {
        let words = try arguments.uploadedIdentifiers()
        let size = try arguments.thumbnailSize()
        let answer = ThumbnailAnswer(context, words, size, exchange)
        exchange.atEnd { answer.end() }
        if words.count <= Self.few, context.thumbnails.isCacheNear { return answer.begin() }
        readers.run(.listing, for: nil) {
            answer.begin()
        } orElse: {
            answer.abandon()
        }
    }
}

extension Arguments {
    /// `size=`; `normal` where the key was not given.
    func thumbnailSize() throws(ProtocolError) -> ThumbnailSize {
        guard let text = request[option: "size"] else { return .normal }
        guard let size = ThumbnailSize(rawValue: text) else {
            throw failure(
                "size=\(ProtocolError.excerpt(text)) is no size; write \(ThumbnailSize.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
        return size
    }
}
