/// How the frames of a video are turned, as EXIF's orientation: what must be done to show them (CIPA DC-008
/// §4.6.4).
public enum DisplayOrientation {
    /// From a display matrix: nine numbers, the first, second, fourth and fifth of which say where right and
    /// down go (ISO 14496-12 §6.2.2). `nil` where it is no quarter turn or mirror image of one.
    public static func value(ofMatrix matrix: some RandomAccessCollection<Int32>) -> Int? {
        guard matrix.count >= 9 else { return nil }
        let numbers = matrix.prefix(5).map { Int64($0) }
        let (a, b, c, d) = (numbers[0], numbers[1], numbers[3], numbers[4])
        // A picture that is stretched as well is turned all the same.
        if abs(a) > abs(b), abs(d) > abs(c) {
            switch (a > 0, d > 0) {
            case (true, true): return 1
            case (false, true): return 2
            case (false, false): return 3
            case (true, false): return 4
            }
        }
        if abs(b) > abs(a), abs(c) > abs(d) {
            switch (b > 0, c > 0) {
            case (true, true): return 5
            case (true, false): return 6
            case (false, false): return 7
            case (false, true): return 8
            }
        }
        return nil
    }

    /// From a `rotate` tag: degrees clockwise. `nil` where it is no quarter turn.
    public static func value(ofRotation text: [UInt8]) -> Int? {
        guard let degrees = Int(String(decoding: text, as: UTF8.self)) else { return nil }
        switch degrees % 360 {
        case 0: return 1
        case 90, -270: return 6
        case 180, -180: return 3
        case 270, -90: return 8
        default: return nil
        }
    }
}
