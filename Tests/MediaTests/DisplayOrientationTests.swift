import Testing
import VideoFiles

@Suite("How the frames of a video are turned")
struct DisplayOrientationTests {
    private static let one: Int32 = 1 << 16

    /// A matrix that sends what lies right to (a, b) and what lies below to (c, d).
    private func matrix(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> [Int32] {
        [a, b, 0, c, d, 0, 0, 0, 1 << 30]
    }

    @Test(
        "each of the eight ways is EXIF's",
        arguments: [
            (1, [1, 0, 0, 1]), (2, [-1, 0, 0, 1]), (3, [-1, 0, 0, -1]), (4, [1, 0, 0, -1]),
            (5, [0, 1, 1, 0]), (6, [0, 1, -1, 0]), (7, [0, -1, -1, 0]), (8, [0, -1, 1, 0]),
        ] as [(Int, [Int32])]
    )
    func ways(value: Int, way: [Int32]) {
        let scaled = way.map { $0 * Self.one }
        #expect(
            DisplayOrientation.value(ofMatrix: matrix(scaled[0], scaled[1], scaled[2], scaled[3])) == value
        )
    }

    @Test("a picture that is stretched as well is turned all the same")
    func stretched() {
        #expect(DisplayOrientation.value(ofMatrix: matrix(0, 2 * Self.one, -Self.one / 3, 0)) == 6)
    }

    @Test("what turns by half a right angle, or not at all a plane, is no orientation")
    func crooked() {
        #expect(DisplayOrientation.value(ofMatrix: matrix(46341, 46341, -46341, 46341)) == nil)
        #expect(DisplayOrientation.value(ofMatrix: matrix(0, 0, 0, 0)) == nil)
        #expect(DisplayOrientation.value(ofMatrix: matrix(.min, .min, .min, .min)) == nil)
        #expect(DisplayOrientation.value(ofMatrix: [1, 0]) == nil)
    }

    @Test(
        "a rotation in degrees is clockwise",
        arguments: [("0", 1), ("90", 6), ("180", 3), ("270", 8), ("-90", 8), ("-180", 3), ("450", 6)]
    )
    func rotation(text: String, value: Int) {
        #expect(DisplayOrientation.value(ofRotation: Array(text.utf8)) == value)
    }

    @Test("a rotation that is no quarter turn says nothing", arguments: ["", "45", "left", "90.5"])
    func oddRotation(text: String) {
        #expect(DisplayOrientation.value(ofRotation: Array(text.utf8)) == nil)
    }
}
