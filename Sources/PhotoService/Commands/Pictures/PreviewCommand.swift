import LineProtocol
import LineServer
import Previews

extension OrderCommands {
    func preview(_ arguments: Arguments, _ exchange: Exchange) throws(ProtocolError) {
        let shape = try PreviewShape(edge: arguments.previewEdge(), format: arguments.previewFormat())
        try give(shape, arguments, exchange)
    }
}

extension Arguments {
    /// `max=`: pixels that neither width nor height exceeds; 2560 where the key was not given.
    func previewEdge() throws(ProtocolError) -> UInt16 {
        guard let text = request[option: "max"] else { return 2560 }
        // No JPEG is larger.
        guard let edge = UInt16(text), (1...65_500).contains(edge) else {
            throw failure("max=\(ProtocolError.excerpt(text)) is no size; write pixels from 1 to 65500")
        }
        return edge
    }

    /// `format=`; `jpeg` where the key was not given.
    func previewFormat() throws(ProtocolError) -> PreviewFormat {
        guard let text = request[option: "format"] else { return .jpeg }
        guard let format = PreviewFormat(rawValue: text) else {
            throw failure("format=\(ProtocolError.excerpt(text)) is no format of previews; write jpeg or png")
        }
        return format
    }
}
