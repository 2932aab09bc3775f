/// What an address leads to.
enum Route: Hashable, Sendable {
    /// One of the page's screens: the page works out which.
    case screen
    /// A file of the page, of an edition where its address names one.
    case page([String], PageEdition?)
    /// A file of a library that the page uses.
    case vendor(VendorLibrary, [String])
    /// What the page has to know of this gallery.
    case gallery
    /// A command of the daemon.
    case command(String)
    case events
    case thumbnail(String)
    /// Makes many thumbnails before they are shown.
    case thumbnails
    case preview(String)
    case original(String)
    case frame(String)
    case upload
    /// What a page says of the screen that it shows.
    case display(String)
    /// A file of the folder whose pictures and pages screens show.
    case local([String])
    case unknown

    private static let screens: Set<String> = [
        "months", "month", "all", "folders", "folder", "photo", "search", "favorites", "map", "batches",
        "import",
        "status", "shortcuts",
    ]

    init(_ path: [String]) {
        guard let first = path.first else {
            self = .screen
            return
        }
        let rest = Array(path.dropFirst())
        switch (first, rest.count) {
        case ("gallery", 0): self = .gallery
        case ("events", 0): self = .events
        case ("upload", 0): self = .upload
        case ("thumbnails", 0): self = .thumbnails
        case ("api", 1): self = .command(rest[0])
        case ("screen", 1): self = .display(rest[0])
        case ("local", 1...): self = .local(rest)
        case ("page", 2...) where rest[0].hasPrefix("~"):
            self = .page(Array(rest.dropFirst()), PageEdition(String(rest[0].dropFirst())))
        case ("page", 1...): self = .page(rest, nil)
        case ("vendor", 2...):
            self = VendorLibrary(rawValue: rest[0]).map { .vendor($0, Array(rest.dropFirst())) } ?? .unknown
        case ("thumbnail", 1...): self = .thumbnail(Self.identifier(rest))
        case ("preview", 1...): self = .preview(Self.identifier(rest))
        case ("original", 1...): self = .original(Self.identifier(rest))
        case ("frame", 1...): self = .frame(Self.identifier(rest))
        default: self = Self.screens.contains(first) ? .screen : .unknown
        }
    }

    /// An id has slashes of its own.
    private static func identifier(_ parts: [String]) -> String { parts.joined(separator: "/") }
}

/// Libraries that the page takes from the distribution's packages.
enum VendorLibrary: String, Hashable, Sendable {
    case leaflet
    case markercluster

    /// Where the packages libjs-leaflet and libjs-leaflet.markercluster have put them, the second beside the first.
    var folder: String { "/usr/share/javascript/leaflet" }

    /// The file without which the map is none.
    static let sign = "/usr/share/javascript/leaflet/leaflet.js"
}
