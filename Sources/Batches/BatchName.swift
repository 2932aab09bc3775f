import PhotoModel

/// What a batch is called: the local date it began on and its number of that day, `20261121-0001`. Where the date had gone
/// back since the batch before, it is that one's. Which batch is the newest its journal says.
public struct BatchName: Hashable, Sendable, CustomStringConvertible {
    /// `year × 10,000 + month × 100 + day`.
    package let date: Int
    let number: Int

    init(date: Int, number: Int) {
        self.date = date
        self.number = number
    }

    /// `nil` unless the text is eight digits, a hyphen and four digits or more: no text leads out of the
    /// batches' folder.
    public init?(_ text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 8, (4...9).contains(parts[1].count),
            let date = Self.digits(parts[0]), let number = Self.digits(parts[1])
        else { return nil }
        self.init(date: date, number: number)
        // 20261121-00001 would be a second name of the same batch.
        guard description == text else { return nil }
    }

    private static func digits(_ text: some Sequence<UInt8>) -> Int? {
        var value = 0
        for byte in text {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }

    public var description: String { Self.padded(date, 8) + "-" + Self.padded(number, 4) }

    static func padded(_ value: Int, _ digits: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    // MARK: - Journal

    var fileName: FileName { FileName("\(self).jsonl") }

    /// Of a journal that a power cut has torn before anything was begun.
    var tornFileName: FileName { FileName("\(self).jsonl.torn") }

    init?(fileName: FileName) {
        guard let text = fileName.text, text.hasSuffix(".jsonl") else { return nil }
        self.init(text.dropLast(6))
    }
}

extension BatchName: Comparable {
    public static func < (left: BatchName, right: BatchName) -> Bool {
        (left.date, left.number) < (right.date, right.number)
    }
}
