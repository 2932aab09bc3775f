import ExtractionWire

/// Chooses the frame that stands for a video among pictures: one that shows something, for many videos begin in the dark. Of
/// one that is black all through, or grey, it is one of those.
struct PosterFrame: ~Copyable {
    private let video: OpenVideo
    private let edge: UInt16
    /// Until when a frame is looked for, and a better one.
    private let patience: FrameWatch
    private let curiosity: FrameWatch
    /// The best that was found so far, if its contrast is not negative.
    private var picture: FramePicture?
    private var contrast = -1
    /// When the frames are shown that were looked at.
    private var seen: Set<Int64> = []

    /// Millionths of the duration, in the order in which they are tried.
    private static let shares: [UInt32] = [100_000, 250_000, 500_000, 750_000, 30_000, 900_000]
    /// Microseconds, where the duration is not known.
    private static let times: [Int64] = [1_000_000, 0, 5_000_000, 20_000_000]
    /// Between the brightest and the darkest of a picture that shows something: noise is less.
    private static let enough = 32

    private init(_ video: OpenVideo, _ edge: UInt16, _ target: Int32) {
        self.video = video
        self.edge = edge
        patience = FrameWatch(target: target, milliseconds: 25_000)
        curiosity = FrameWatch(target: target, milliseconds: 5_000)
    }

    /// - Parameters:
    ///   - edge: pixels that neither width nor height exceeds.
    ///   - target: that of the job.
    static func take(
        of source: Int32,
        edge: UInt16,
        target: Int32
    ) throws(RenderRefusal) -> FramePicture {
        do throws(FrameRefusal) {
            switch try OpenVideo.open(source, session: 0) {
            case .missingCodec: break
            case .open(let video):
                var choice = PosterFrame(video, edge, target)
                return try choice.choose()
            }
        } catch { throw RenderRefusal(error) }
        throw .missingCodec
    }

    private mutating func choose() throws(FrameRefusal) -> FramePicture {
        for place in try places() {
            do throws(FrameRefusal) {
                if try look(at: place) { break }
            } catch {
                if contrast < 0 { throw error }
                break
            }
        }
        guard let picture = self.picture.take() else { throw .damaged }
        return picture
    }

    private func places() throws(FrameRefusal) -> [Int64] {
        guard let duration = video.duration, duration > 0 else { return Self.times }
        var places: [Int64] = []
        for share in Self.shares { places.append(try video.time(of: .share(share))) }
        return places
    }

    /// Returns whether a frame was found that need not be bettered.
    private mutating func look(at place: Int64) throws(FrameRefusal) -> Bool {
        let watch = contrast < 0 ? patience : curiosity
        // The key frame before costs one picture to be decoded, where the frame itself may cost hundreds.
        if let found = try video.glance(at: place, watch), try judge(found) { return true }
        return try judge(video.find(place, orLast: true, tolerance: Int64.max, watch))
    }

    private mutating func judge(_ found: OpenVideo.Found) throws(FrameRefusal) -> Bool {
        switch found {
        case .pastEnd: return false
        case .found(let frame, let time), .near(let frame, let time):
            guard seen.insert(time).inserted else { return false }
            let taken = try FramePicture(frame, of: video, within: (edge, edge))
            let contrast = taken.contrast
            if contrast > self.contrast {
                self.contrast = contrast
                picture = consume taken
            }
            return contrast >= Self.enough
        }
    }
}

extension RenderRefusal {
    init(_ refusal: FrameRefusal) {
        switch refusal {
        case .notVideo: self = .notVideo
        case .noPictures: self = .noPictures
        case .empty, .truncated, .damaged, .notNear, .noDuration: self = .damaged
        case .tooLarge: self = .tooLarge
        case .inputOutput, .withdrawn: self = .inputOutput
        case .outOfTime: self = .outOfTime
        }
    }
}
