/// A month of capture-local time, `2016-11`, or `undated` for assets without any date.
///
/// `rawValue` is `year × 100 + month` (201611) and 0 for undated: descending order of it is the order months are
/// listed in, newest first and undated last.
public struct MonthKey: Hashable, Comparable, Sendable {
    public let rawValue: Int32

    public static let undated = MonthKey(unchecked: 0)

    /// `nil` where `rawValue` is no month.
    public init?(rawValue: Int32) {
        guard rawValue == 0 || (1...12).contains(rawValue % 100) && (1...9999).contains(rawValue / 100)
        else { return nil }
        self.init(unchecked: rawValue)
    }

    /// `nil` unless `year` is 1–9999 and `month` 1–12.
    public init?(year: Int, month: Int) {
        guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
        self.init(unchecked: Int32(year * 100 + month))
    }

    private init(unchecked rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The month a wall-clock time lies in. No zone takes part: a capture date is local already.
    public init(_ time: LocalTime) {
        let date = time.civilDate
        self = MonthKey(year: date.year, month: date.month) ?? .undated
    }

    /// Reads `2016-11` (four digits, a hyphen, two digits) or `undated`.
    public init?(_ text: some StringProtocol) {
        if text == "undated" {
            self = .undated
            return
        }
        let bytes = Array(text.utf8)
        guard bytes.count == 7, bytes[4] == UInt8(ascii: "-") else { return nil }
        var value = 0
        for (index, byte) in bytes.enumerated() where index != 4 {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        self.init(year: value / 100, month: value % 100)
    }

    /// `nil` for undated.
    public var year: Int? { self == .undated ? nil : Int(rawValue / 100) }

    /// 1–12; `nil` for undated.
    public var month: Int? { self == .undated ? nil : Int(rawValue % 100) }

    /// `November 2016`, or `Undated`. English, as the wire protocol is: a client that speaks another language
    /// has `year` and `month`.
    public var name: String {
        guard let year, let month else { return "Undated" }
        return "\(Self.names[month - 1]) \(year)"
    }

    private static let names = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]

    public static func < (left: MonthKey, right: MonthKey) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension MonthKey: CustomStringConvertible {
    /// The longest text: `undated` has as many bytes as `2016-11`.
    public static let textLength = 7

    /// Stores `2016-11` or `undated` and returns the number of its bytes.
    public func store(at target: UnsafeMutablePointer<UInt8>) -> Int {
        guard self != .undated else {
            let text: StaticString = "undated"
            target.update(from: text.utf8Start, count: Self.textLength)
            return Self.textLength
        }
        let value = Int(rawValue)
        target[0] = UInt8(ascii: "0") + UInt8(value / 100_000 % 10)
        target[1] = UInt8(ascii: "0") + UInt8(value / 10_000 % 10)
        target[2] = UInt8(ascii: "0") + UInt8(value / 1000 % 10)
        target[3] = UInt8(ascii: "0") + UInt8(value / 100 % 10)
        target[5] = UInt8(ascii: "0") + UInt8(value / 10 % 10)
        target[6] = UInt8(ascii: "0") + UInt8(value % 10)
        target[4] = UInt8(ascii: "-")
        return Self.textLength
    }

    public var description: String {
        String(unsafeUninitializedCapacity: Self.textLength) { buffer in
            buffer.baseAddress.map(store(at:)) ?? 0
        }
    }
}
