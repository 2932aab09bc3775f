import NIOCore
import NIOHTTP1

/// Puts the authority of a target that has one (`GET http://other/months`) in the place of `Host`. What comes after this handler is
/// told the path of such a target alone.
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
        guard case .head(var request) = unwrapInboundIn(data),
            let authority = Self.authority(of: request.uri)
        else { return context.fireChannelRead(data) }
        request.headers.replaceOrAdd(name: "Host", value: authority)
        context.fireChannelRead(wrapInboundOut(.head(request)))
    }

    /// `nil` for a target that is a path.
    private static func authority(of target: String) -> String? {
        guard target.first != "/", let scheme = target.firstRange(of: "://") else { return nil }
        return String(target[scheme.upperBound...].prefix { !"/?#".contains($0) })
    }
}
