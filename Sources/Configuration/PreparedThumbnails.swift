import TOMLKit
import Thumbnails

extension ConfigurationReader {
    static let thumbnailsKeys = ["prepare"]

    /// `[thumbnails] prepare`: each size once, the smallest first.
    func preparedThumbnails(
        _ value: any TOMLValueConvertible
    ) throws(ConfigurationError) -> ConfigurationFile.Setting<[ThumbnailSize]>? {
        guard let table = value.table else {
            throw expected(
                "a table, headed [thumbnails]",
                of: value,
                key: "thumbnails",
                line: lines["thumbnails"]
            )
        }
        let prefix = "thumbnails."
        try refuseUnknownKeys(of: table, known: Self.thumbnailsKeys, prefix: prefix, title: "[thumbnails]")
        let example = "sizes, [\"normal\", \"large\"]"
        guard let texts = try strings(table, "prepare", prefix: prefix, example) else { return nil }
        for text in texts.value where ThumbnailSize(rawValue: text) == nil {
            let known = ThumbnailSize.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw fail(
                "thumbnails.prepare",
                texts.line,
                "\"\(text)\" is no size of thumbnails",
                "write some of \(known)"
            )
        }
        let sizes = ThumbnailSize.allCases.filter { texts.value.contains($0.rawValue) }
        return .init(value: sizes, line: texts.line)
    }
}
