/// What a screen is called: 1 to 64 of letters, digits and `. _ -`, but neither `.` nor `..`, which browsers take out of addresses.
struct ScreenName: Hashable, Sendable, Comparable, CustomStringConvertible {
    let description: String

    /// `nil` for what is no name.
    init?(_ text: String) {
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed), text != ".",
            text != ".."
        else { return nil }
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

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    static func < (one: ScreenName, other: ScreenName) -> Bool { one.description < other.description }
}
