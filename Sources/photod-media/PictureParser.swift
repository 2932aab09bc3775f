import CAVFormat

/// Tells the size of pictures from the headers in a stream, as a decoder would learn it, and decodes nothing.
/// Owns libavcodec's parser and the context it writes to.
struct PictureParser: ~Copyable {
    private let parser: UnsafeMutablePointer<AVCodecParserContext>
    private let context: UnsafeMutablePointer<AVCodecContext>

    /// `nil` where libavcodec has no parser for such a stream.
    init?(_ stream: UnsafeMutablePointer<AVStream>) {
        let parameters = stream.pointee.codecpar
        var context = avcodec_alloc_context3(nil)
        guard let filled = context, avcodec_parameters_to_context(filled, parameters) >= 0,
            let parser = av_parser_init(Int32(filled.pointee.codec_id.rawValue))
        else {
            avcodec_free_context(&context)
            return nil
        }
        // A packet is a whole picture already.
        parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
        self.parser = parser
        self.context = filled
    }

    deinit {
        av_parser_close(parser)
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
    }

    /// Stored pixels, `nil` until a packet has told them.
    func size(after packet: UnsafeRawBufferPointer) -> (width: UInt32, height: UInt32)? {
        var output: UnsafeMutablePointer<UInt8>?
        var outputLength: Int32 = 0
        _ = av_parser_parse2(
            parser,
            context,
            &output,
            &outputLength,
            packet.bindMemory(to: UInt8.self).baseAddress,
            Int32(clamping: packet.count),
            photod_av_no_time,
            photod_av_no_time,
            0
        )
        // Some parsers tell the one, some the other.
        let width = max(parser.pointee.width, context.pointee.width)
        let height = max(parser.pointee.height, context.pointee.height)
        return width > 0 && height > 0 ? (UInt32(width), UInt32(height)) : nil
    }
}
