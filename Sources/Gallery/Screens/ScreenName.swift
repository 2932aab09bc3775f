import GalleryAddress

/// What a screen is called.
struct ScreenName: Hashable, Sendable, Comparable, CustomStringConvertible {
    let description: String

    /// `nil` for what is no name.
    init?(_ text: String) {
        guard GalleryAddress.isScreenName(text) else { return nil }
        description = text
    }

    /// One that the gallery makes up.
    init(number: Int) { description = "\(Self.prefix)\(number)" }

    /// Whether somebody has chosen it: such a screen is kept.
    var isChosen: Bool {
        !description.hasPrefix(Self.prefix)
            || !description.dropFirst(Self.prefix.count).utf8.allSatisfy { (0x30...0x39).contains($0) }
            || description == Self.prefix
    }

    private static let prefix = "screen"

    static func < (one: ScreenName, other: ScreenName) -> Bool { one.description < other.description }
}
