import LineProtocol
import LineServer
import Thumbnails

extension OrderCommands {
    func thumbnail(_ arguments: Arguments, _ exchange: Exchange) throws(ProtocolError) {
        try give(arguments.thumbnailSize(), arguments, exchange)
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
