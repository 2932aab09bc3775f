/// An image file directory: which tags there are, and where their values lie (TIFF 6.0, section 2).
struct TIFFDirectory {
    struct Entry {
        let tag: UInt16
        let type: UInt16
        let count: UInt32
        /// Four bytes: the value, where it is no longer, or else where it lies.
        let field: [UInt8]
    }

    private(set) var entries: [Entry] = []
    /// Where the next one lies; 0: there is none.
    var next: UInt32 = 0
    /// Where it lies, and for how many entries there is room; `nil` of a new one.
    let place: (position: Int, capacity: Int)?
    private(set) var isChanged = false

    /// A new one.
    init() { place = nil }

    init(entries: [Entry], next: UInt32, place: (position: Int, capacity: Int)) {
        self.entries = entries
        self.next = next
        self.place = place
    }

    subscript(_ tag: UInt16) -> Entry? { entries.first { $0.tag == tag } }

    /// Sets an entry. A new one stands before the first with a greater tag, as they are sorted.
    mutating func set(_ entry: Entry) {
        isChanged = true
        if let index = entries.firstIndex(where: { $0.tag == entry.tag }) {
            entries[index] = entry
        } else {
            entries.insert(entry, at: entries.firstIndex { $0.tag > entry.tag } ?? entries.count)
        }
    }

    mutating func remove(_ tag: UInt16) {
        guard entries.contains(where: { $0.tag == tag }) else { return }
        isChanged = true
        entries.removeAll { $0.tag == tag }
    }
}
