/// A place as ISO 6709 writes it: `+52.3693+006.6761+010.5/`, `+5222.16+00640.57/` or `+522209.5+0064034.0/`.
struct ISO6709Position: Equatable {
    /// Degrees, north and east positive.
    let latitude: Double
    let longitude: Double
    /// Metres.
    let altitude: Double?

    /// `nil` for what is none, lies outside the globe, or is 0, 0: phones write that when they know no place.
    init?(_ text: [UInt8]) {
        var rest = text.drop { $0 <= UInt8(ascii: " ") }
        guard let latitude = Self.angle(&rest, degreeDigits: 2, limit: 90),
            let longitude = Self.angle(&rest, degreeDigits: 3, limit: 180),
            latitude != 0 || longitude != 0
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        altitude = Self.number(&rest).flatMap { Double($0.text) }
        // A name of the reference system, the end mark, or blanks and zeroes that fill a field.
        guard let next = rest.first else { return }
        guard next == UInt8(ascii: "C") || next == UInt8(ascii: "/") || next <= UInt8(ascii: " ") else {
            return nil
        }
    }

    private struct Number {
        /// Sign, digits and what follows a decimal point.
        let text: String
        let isNegative: Bool
        /// Digits before the decimal point.
        let whole: Substring
        /// The point and the digits behind it.
        let fraction: Substring
    }

    /// Takes a number with its sign, which it must have.
    private static func number(_ rest: inout ArraySlice<UInt8>) -> Number? {
        guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
            return nil
        }
        let body = rest.dropFirst()
        let digits = body.prefix(while: isDigit)
        guard (1...12).contains(digits.count) else { return nil }
        var end = digits.endIndex
        if end < rest.endIndex, rest[end] == UInt8(ascii: ".") || rest[end] == UInt8(ascii: ",") {
            end = rest[(end + 1)...].prefix(while: isDigit).endIndex
        }
        let isFraction = end > digits.endIndex + 1
        let whole = String(decoding: digits, as: UTF8.self)
        let decimals = isFraction ? String(decoding: rest[(digits.endIndex + 1)..<end], as: UTF8.self) : ""
        let isNegative = sign == UInt8(ascii: "-")
        rest = rest[end...]
        let fraction = decimals.isEmpty ? "" : "." + decimals
        return Number(
            text: (isNegative ? "-" : "") + whole + fraction,
            isNegative: isNegative,
            whole: whole[...],
            fraction: fraction[...]
        )
    }

    /// Takes an angle: degrees, or with two more digits minutes, or with four more minutes and seconds. The
    /// last of them has the decimals.
    private static func angle(
        _ rest: inout ArraySlice<UInt8>,
        degreeDigits: Int,
        limit: Double
    ) -> Double? {
        guard let number = number(&rest) else { return nil }
        let minuteDigits = number.whole.count > degreeDigits ? number.whole.count - degreeDigits : 0
        guard minuteDigits == 0 || minuteDigits == 2 || minuteDigits == 4 else { return nil }
        var parts = [number.whole.dropLast(minuteDigits)]
        if minuteDigits >= 2 { parts.append(number.whole.suffix(minuteDigits).prefix(2)) }
        if minuteDigits == 4 { parts.append(number.whole.suffix(2)) }
        var angle = 0.0
        var unit = 1.0
        for (index, part) in parts.enumerated() {
            let decimals = index == parts.count - 1 ? number.fraction : ""
            guard let value = Double(part + decimals), index == 0 || value < 60 else { return nil }
            angle += value / unit
            unit *= 60
        }
        guard angle <= limit else { return nil }
        return number.isNegative ? -angle : angle
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
