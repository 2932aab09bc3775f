import LibraryIndex
import PhotoModel

/// What is known of an item; its id is left out. Thousands are compared for each one that differs and is printed, and to print
/// one takes longer than to read it.
struct KnownItem: Equatable {
    struct Companion: Equatable {
        let name: String
        let size: Int64
    }

    private let type: AssetType
    private let month: MonthKey
    private let date: CaptureDate?
    private let size: Int64
    private var text: String?
    private var group: String?
    private let rating: Int64?
    private let favorite: Bool?
    private let unreadable: UnreadableReason?
    var companions: [Companion] = []

    /// Whether nobody may read it now.
    var isShut: Bool { unreadable == .permission }
    /// Whether nobody has been able to read it since it was found: all that is known of it is its size and when it was written.
    var isUnread: Bool { isShut && date?.source == .modificationTime }

    /// Whether its description is this.
    func says(_ text: String) -> Bool { self.text == text }

    /// But for what an edit may say of it, and what follows from that.
    var withoutText: KnownItem {
        var item = self
        (item.text, item.group) = (nil, nil)
        return item
    }

    init(_ item: ItemRow) {
        func text(_ bytes: UnsafeRawBufferPointer?) -> String? {
            bytes.map { String(decoding: $0, as: UTF8.self) }
        }
        type = item.type
        month = item.month
        date = item.date
        size = item.size
        self.text = text(item.description)
        group = text(item.group)
        rating = item.rating
        favorite = item.favorite
        unreadable = item.unreadable
    }
}

extension KnownItem: CustomStringConvertible {
    var description: String {
        let date = date.map { "\($0)" } ?? "undated"
        let unreadable = unreadable.map { "\($0)" } ?? "readable"
        let favorite = favorite.map { "\($0)" } ?? "-"
        let item = """
            \(type) \(month) \(date) \(size) \(text ?? "-") \(group ?? "-") \(rating ?? -9) \(favorite) \(unreadable)
            """
        return companions.reduce(item) { $0 + " with \($1.name) \($1.size)" }
    }
}
