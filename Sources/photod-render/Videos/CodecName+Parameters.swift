import CAVFormat
import ExtractionWire

extension CodecName {
    /// What libavcodec calls a stream's codec; of one that it does not know, what the file does.
    init(of parameters: UnsafeMutablePointer<AVCodecParameters>) {
        guard parameters.pointee.codec_id == AV_CODEC_ID_NONE else {
            self.init(String(cString: avcodec_get_name(parameters.pointee.codec_id)))
            return
        }
        let tag = withUnsafeBytes(of: parameters.pointee.codec_tag.littleEndian) { Array($0) }
        self.init(String(decoding: tag, as: UTF8.self))
    }
}
