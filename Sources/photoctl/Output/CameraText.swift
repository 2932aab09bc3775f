import LineProtocol

/// The camera and how it was set, as photographers write it.
enum CameraText {
    /// `Apple iPhone 11 Pro Max, 4.25 mm, f/1.8, 1/391 s, ISO 32`; what is not known is left out.
    static func line(_ photo: JSONValue) -> String {
        let parts = [
            name(photo["camera"]),
            photo["focalLength"]?.double.map { "\(CellText.decimal($0, places: 2)) mm" },
            photo["fNumber"]?.double.map { "f/\(CellText.decimal($0, places: 1))" },
            photo["exposureTime"]?.double.flatMap(exposure),
            photo["iso"]?.double.map { "ISO \(CellText.decimal($0, places: 0))" },
        ]
        return PrintableText.sanitized(parts.compactMap(\.self).joined(separator: ", "))
    }

    /// Many models begin with their make.
    private static func name(_ camera: JSONValue?) -> String? {
        let make = camera?["make"]?.string ?? ""
        let model = camera?["model"]?.string ?? ""
        if model.lowercased().hasPrefix(make.lowercased()) { return model.isEmpty ? nil : model }
        return model.isEmpty ? make : "\(make) \(model)"
    }

    /// `1/391 s`, `1/2.5 s`, `8 s`. `nil` for what is no time.
    static func exposure(seconds: Double) -> String? {
        guard seconds > 0, seconds.isFinite else { return nil }
        if seconds >= 1 { return "\(CellText.decimal(seconds, places: 1)) s" }
        let parts = 1 / seconds
        guard parts < 1e9 else { return nil }
        let text = CellText.decimal(parts, places: parts < 10 ? 1 : 0)
        return text == "1" ? "1 s" : "1/\(text) s"
    }
}
