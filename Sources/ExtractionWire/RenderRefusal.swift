/// Why there is no picture of a file. The numbers are those of the wire.
public enum RenderRefusal: UInt8, Error, CaseIterable, Sendable {
    /// No decoder of the worker's takes it.
    case unsupported = 1
    case damaged = 2
    /// More pixels than the worker decodes, or more memory than it has.
    case tooLarge = 3
    /// A RAW file is shown by the preview that the camera put into it, and there is none.
    case noPreview = 4
    /// The file could not be read.
    case inputOutput = 5
    /// A file with a video's name, and nothing in it that libavformat calls one.
    case notVideo = 6
    /// A video of sound alone.
    case noPictures = 7
    /// A video for whose pictures libavcodec has no decoder.
    case missingCodec = 8
    /// No frame could be decoded in time.
    case outOfTime = 9
    /// The picture could not be written: a full disk.
    case notWritten = 10
}

extension RenderRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unsupported: "no decoder takes this format"
        case .damaged: "the file is damaged, so that no picture can be made of it"
        case .tooLarge:
            "the picture has more than 268 megapixels, or takes more memory than photod-render has"
        case .noPreview: "the camera put no preview into the file"
        case .inputOutput: "the file could not be read: try again"
        case .notVideo: "there is no video in it: it is another kind of file, whatever its name says"
        case .noPictures: "there is sound in it and no pictures"
        case .missingCodec:
            "libavcodec has no decoder for this video: convert it, or install a libavcodec that has one"
        case .outOfTime: "no frame of the video could be decoded in time"
        case .notWritten:
            "the picture could not be written: free some space where previews are kept (~/.cache), and try again"
        }
    }
}
