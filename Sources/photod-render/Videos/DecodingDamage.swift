/// What could not be decoded since decoding began, and which frames refer to it.
///
/// Pictures are numbered as they are given to the decoder, in which order they refer to each other; frames come out in another.
/// What is decoded after a picture that the decoder has refused is made without it, up to the next key frame, and most decoders
/// say nothing of that. Of a picture that they have filled up where it made no sense they say so, but with threads often too late:
/// such ones are taken for what they are said to be.
struct DecodingDamage {
    /// When the last pictures are shown that were given, the latest last. No decoder keeps as many.
    private var given: [Int64] = []
    private(set) var count = 0
    /// The first picture that may have been refused, and the last.
    private var damaged: ClosedRange<Int>?
    /// Whether the decoder has refused a picture.
    private(set) var hasErred = false
    /// Whether a key frame has come: what comes before may refer to what was never given.
    private(set) var hasKey = false

    private static let memory = 64

    /// - Parameter time: when it is shown, or where that is not told when it is to be decoded.
    mutating func give(_ time: Int64) {
        if given.count == Self.memory { given.removeFirst() }
        given.append(time)
        count += 1
    }

    /// The decoder has refused a picture: the last one that it was given, or, if it has threads, one before.
    mutating func refuse(threads: Int) {
        hasErred = true
        let first = max(0, count - max(1, threads))
        damaged = min(damaged?.lowerBound ?? first, first)...max(0, count - 1)
    }

    /// Takes note of a frame that came out. Returns whether nothing that it is made of is damaged.
    ///
    /// - Parameter isKey: whether it refers to no other.
    mutating func take(_ time: Int64, isKey: Bool) -> Bool {
        let number = given.lastIndex(of: time).map { count - given.count + $0 } ?? max(0, count - 1)
        hasKey = hasKey || isKey
        if isKey, let old = damaged {
            damaged = old.upperBound <= number ? nil : max(old.lowerBound, number + 1)...old.upperBound
        }
        return damaged.map { number < $0.lowerBound } ?? true
    }
}
