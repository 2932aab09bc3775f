import NIOCore
import NIOHTTP1

/// Puts the authority of a target that has one (`GET http://other/months`) in the place of `Host`. What comes after this handler is
/// told the path of such a target alone. Several `Host` headers stay as they are, to be refused.
///
/// Source: RFC 9112, section 3.2.2.
final class TargetAuthority: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// Has one take its place behind what reads requests. On the event loop.
    static func enter(_ pipeline: ChannelPipeline) throws {
        let operations = pipeline.syncOperations
        let decoder = try operations.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try operations.addHandler(TargetAuthority(), position: .after(decoder))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var request) = unwrapInboundIn(data), request.headers["Host"].count <= 1,
            let authority = Self.authority(of: request.uri)
        else { return context.fireChannelRead(data) }
        request.headers.replaceOrAdd(name: "Host", value: authority)
        context.fireChannelRead(wrapInboundOut(.head(request)))
    }

    /// `nil` for a target that is a path. By its bytes: a letter with a mark behind it is another than the letter.
    private static func authority(of target: String) -> String? {
        guard let mark = target.utf8.firstRange(of: "://".utf8), isScheme(target.utf8[..<mark.lowerBound])
        else { return nil }
        return String(Substring(target.utf8[mark.upperBound...].prefix { !"/?#".utf8.contains($0) }))
    }

    private static func isScheme(_ text: Substring.UTF8View) -> Bool {
        guard let first = text.first, isLetter(first) else { return false }
        return text.allSatisfy { byte in
            isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || "+-.".utf8.contains(byte)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
