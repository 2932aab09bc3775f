/// Has a slow disk begin with what comes next, so that it has more than one thing to do at a time.
struct FetchingAhead {
    /// So many shots ahead.
    private static let limit = 32

    private let stems: [[UInt8]]
    /// How many of the stems it has begun with.
    private var fetched = 0

    init(of stems: [[UInt8]]) {
        self.stems = stems
    }

    /// - Parameter number: the stem that is looked at now.
    mutating func fetch(after number: Int, of listing: DirectoryListing, _ observer: FileObserver) {
        fetched = max(fetched, number + 1)
        let end = min(stems.count, number + 1 + Self.limit)
        while fetched < end {
            for position in listing.members(of: stems[fetched]) {
                observer.fetch(listing.files[position].name)
            }
            fetched += 1
        }
    }
}
