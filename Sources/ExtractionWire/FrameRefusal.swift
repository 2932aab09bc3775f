/// Why there is no frame of a file. The numbers are those of the wire.
public enum FrameRefusal: UInt8, Error, CaseIterable, Sendable {
    /// Nothing in it that libavformat calls a video.
    case notVideo = 1
    /// Sound alone.
    case noPictures = 2
    /// The file is empty.
    case empty = 3
    /// The file ends before its headers do.
    case truncated = 4
    case damaged = 5
    /// The file's pictures take more memory than the worker has, however small they are made afterwards.
    case tooLarge = 6
    /// The file could not be read, or the frame not written.
    case inputOutput = 7
    /// The time that there was is over.
    case outOfTime = 8
    /// What could be decoded is farther away than is tolerated.
    case notNear = 9
    /// A share of a duration that is not known.
    case noDuration = 10
    /// Nobody waits for the frame any more.
    case withdrawn = 11
}

extension FrameRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notVideo: "there is no video in it: it is another kind of file, whatever its name says"
        case .noPictures: "there is sound in it and no pictures"
        case .empty: "the file is empty"
        case .truncated: "the file is cut off before what says where its pictures are: copy it anew"
        case .damaged: "the video is damaged, so that no picture of it can be decoded"
        case .tooLarge: "decoding it takes more memory than photod-render has"
        case .inputOutput: "the file could not be read: try again"
        case .outOfTime:
            "the frame could not be decoded in time: give more with timeout=, 60 seconds at most"
        case .notNear:
            "no frame can be decoded as near as that: tolerance=any takes the nearest that there is"
        case .noDuration: "the video does not say how long it is: give the time in seconds"
        case .withdrawn: "nobody waits for it any more"
        }
    }
}
