import PhotoModel

/// The names in the store's directory.
enum DocumentName {
    static func document(_ month: MonthKey) -> String { "\(month).json" }

    static func backup(_ month: MonthKey) -> String { "\(month).json.bak" }

    /// Temporary files are hidden, so that a glob for documents never meets one.
    static func temporary(_ month: MonthKey, number: Int) -> String { ".\(month).json.\(number).tmp" }

    /// Which group owns which folder name: beside the months' directory, not in it.
    static let groupFolders = "folders.json"

    /// `2016-11.json.broken-20261121T074500Z`; `seconds` since 1970.
    static func broken(_ document: String, at seconds: Int64) -> String {
        var text: [UInt8] = []
        let (microseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        LocalTime(microseconds: overflow ? 0 : microseconds).appendText(to: &text)
        text.removeAll { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") }
        return "\(document).broken-" + String(decoding: text, as: UTF8.self) + "Z"
    }

    /// The month of `YYYY-MM.json` or `undated.json`; `nil` for every other name.
    static func month(ofDocument name: some StringProtocol) -> MonthKey? {
        guard name.hasSuffix(".json") else { return nil }
        return MonthKey(name.dropLast(5))
    }

    /// Whether a run that ended early may have left `name` behind.
    static func isTemporary(_ name: String) -> Bool { document(ofTemporary: name) != nil }

    /// What a temporary file was to become; `nil` for every other name.
    static func document(ofTemporary name: String) -> String? {
        guard name.hasPrefix("."), name.hasSuffix(".tmp") else { return nil }
        // Between the dots: `2016-11.json.17`.
        let parts = name.dropFirst().dropLast(4).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let month = MonthKey(parts[0]), parts[1] == "json", Int(parts[2]) != nil
        else {
            return nil
        }
        return document(month)
    }
}
