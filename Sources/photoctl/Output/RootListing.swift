/// How the library's folders are listed.
enum RootListing {
    static let listing = Listing(
        columns: [
            .init("FOLDER", "path"), .init("SOURCE", "source"), .init("STATE", "state"),
            .init("PHOTOS", "photos", isNumeric: true), .init("VIDEOS", "videos", isNumeric: true),
        ],
        members: ["path", "source", "state", "photos", "videos"]
    )
}
