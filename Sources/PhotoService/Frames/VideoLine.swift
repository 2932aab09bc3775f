import ExtractionWire
import LineProtocol
import PhotoModel

extension JSONWriter {
    /// The line that tells what a video is. What is not known is left out.
    mutating func video(_ description: VideoDescription, of subject: PictureSubject) {
        let path = subject.original.path
        beginObject()
        key("id")
        assetID(subject.id)
        key("uri")
        uri(path)
        if path.bytes.withUnsafeBytes({ $0.isText }) { member("path", path.bytes) }
        member("container", description.container.name)
        if description.width > 0 {
            member("width", description.width)
            member("height", description.height)
            member("rotation", description.rotation)
            if description.isMirrored { member("mirrored", true) }
        }
        // Milliseconds, and thousandths of a frame: what more there is comes of how it is stored.
        if description.duration > 0 { member("duration", Double((description.duration + 500) / 1000) / 1e3) }
        if let rate = description.frameRate {
            member("frameRate", (Double(rate.frames) / Double(rate.seconds) * 1e3).rounded() / 1e3)
        }
        if let codec = description.videoCodec { member("videoCodec", codec.text) }
        if let codec = description.audioCodec { member("audioCodec", codec.text) }
        member("supported", description.verdict == .decodable)
        if let reason = description.reason { member("reason", reason) }
        endObject()
        endLine()
    }
}

extension VideoDescription {
    /// Degrees clockwise that its pictures are turned by to be shown, of those that are mirrored after that.
    var rotation: Int {
        switch orientation {
        case 3, 4: 180
        case 6, 7: 90
        case 5, 8: 270
        default: 0
        }
    }

    /// Whether left and right change places before it is turned (CIPA DC-008 §4.6.4).
    var isMirrored: Bool { [2, 4, 5, 7].contains(orientation) }

    /// Why no frame can be taken out of it, in the words of `frame`; `nil`: one can.
    var reason: String? {
        switch verdict {
        case .decodable: nil
        case .missingCodec: FrameFailure.missingCodec(videoCodec ?? CodecName("")).message
        case .refused(let refusal): "\(refusal)"
        }
    }
}
