/// Which slide is next, and how long one is shown. It goes in rounds: each shows all that there are at its beginning, once.
struct SlideOrder {
    /// Of a long video no more is shown.
    static let longestVideo = Duration.seconds(300)
    /// Of a shorter one nobody would see anything.
    static let shortestVideo = Duration.seconds(1)

    private let every: Duration
    private let isShuffled: Bool
    private var rest: ArraySlice<Slide> = []
    private var last: Slide?

    init(every: Duration, isShuffled: Bool) {
        self.every = every
        self.isShuffled = isShuffled
    }

    /// Begins a round. Shuffled, it does not begin with what the one before has ended with.
    mutating func begin(_ slides: [Slide], using generator: inout some RandomNumberGenerator) {
        var slides = slides
        if isShuffled {
            slides.shuffle(using: &generator)
            if slides.count > 1, slides[0] == last {
                slides.swapAt(0, Int.random(in: 1..<slides.count, using: &generator))
            }
        }
        rest = slides[...]
    }

    /// `nil`: the round is over.
    mutating func next() -> Slide? {
        guard let slide = rest.popFirst() else { return nil }
        last = slide
        return slide
    }

    /// A video is shown to its end, and where nobody knows when that is, as long as a photo.
    func time(of slide: Slide) -> Duration {
        guard slide.isVideo, let seconds = slide.duration, seconds.isFinite, seconds > 0 else { return every }
        return max(min(.seconds(min(seconds, 1e6)), Self.longestVideo), Self.shortestVideo)
    }
}
