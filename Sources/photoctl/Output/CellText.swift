import LineProtocol

/// A JSON value as the text of a cell or a field.
enum CellText {
    /// Strings bare, null and what is missing empty, arrays and objects as JSON.
    static func plain(_ value: JSONValue?) -> String {
        switch value {
        case nil, .null: return ""
        case .bool(let value): return value ? "true" : "false"
        case .integer(let value): return String(value)
        case .string(let text): return text
        case .number, .array, .object: return value.map(json) ?? ""
        }
    }

    /// A group's name for people: photos without one are Other, and those of a group that is called so are told from them.
    static func group(_ value: JSONValue?) -> String {
        guard let name = value?.string else { return "Other" }
        return name == "Other" ? "“Other”" : name
    }

    static func json(_ value: JSONValue) -> String {
        var writer = JSONWriter(capacity: 256)
        writer.value(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// `2016-11-05 12:34:56`: a local time as people write it, to the second.
    static func time(_ value: JSONValue?) -> String {
        guard let text = value?.string else { return "" }
        return String(text.prefix(19)).split(separator: "T", maxSplits: 1).joined(separator: " ")
    }

    /// `3.1 MB`; decimal units.
    static func size(_ value: JSONValue?) -> String {
        guard let bytes = value?.double else { return "" }
        var scaled = bytes
        var unit = "B"
        for next in ["kB", "MB", "GB", "TB"] where scaled >= 999.5 {
            scaled /= 1000
            unit = next
        }
        if unit == "B" || scaled >= 99.95 { return "\(Int(scaled.rounded())) \(unit)" }
        let tenths = Int((scaled * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(unit)"
    }

    /// `3 h 12 min`: the two largest units that say something.
    static func duration(seconds: Double) -> String {
        // Beyond a few thousand years the number comes from a broken clock, and `Int` would trap.
        let total = Int(min(max(seconds, 0), 1e11).rounded())
        let parts = [
            (total / 86_400, "d"), (total / 3600 % 24, "h"), (total / 60 % 60, "min"), (total % 60, "s"),
        ]
        guard let first = parts.firstIndex(where: { $0.0 > 0 }) else { return "0 s" }
        return parts[first...].prefix(2).filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }

    /// `4.25`, `-11.5`, `32`: rounded to so many places at most, without zeroes at the end.
    static func decimal(_ value: Double, places: Int) -> String {
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let scaled = (value * Double(scale)).rounded()
        // Nothing that is measured is larger, and `Int` would trap.
        guard scaled.magnitude < 1e15 else { return String(value) }
        let whole = Int(scaled.magnitude)
        var digits = String(whole % scale)
        digits = String(repeating: "0", count: max(places - digits.count, 0)) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        let sign = scaled < 0 ? "-" : ""
        return sign + String(whole / scale) + (digits.isEmpty ? "" : "." + digits)
    }

    /// `1 photo`, `2 photos`.
    static func count(_ value: JSONValue?, _ noun: String) -> String {
        let number = value?.integer ?? 0
        return "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
