import LineProtocol

/// How the library's folders are listed.
enum RootListing {
    static let listing = Listing(
        columns: [
            .init("FOLDER", text: place), .init("SOURCE", "source"), .init("STATE", "state"),
            .init("PHOTOS", "photos", isNumeric: true), .init("VIDEOS", "videos", isNumeric: true),
        ],
        fields: [place] + ["source", "state", "photos", "videos"].map(Listing.field)
    )

    /// The path, or the uri where the path is no text.
    @Sendable private static func place(_ root: JSONValue) -> String {
        guard let uri = root["uri"]?.string, let path = PathWord.path(ofURI: uri) else {
            return CellText.plain(root["path"])
        }
        return String(validating: path, as: UTF8.self) ?? uri
    }
}
