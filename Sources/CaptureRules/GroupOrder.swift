import Foundation

/// The order that groups are listed in: that of their names, upper and lower case and accents aside. Names that differ in
/// those only stand together, in the order of their bytes, so that the order is the same every time.
public struct GroupOrder: Comparable, Sendable {
    private let folded: [UInt8]
    private let exact: String

    public init(_ name: String) {
        folded = Self.fold(name)
        exact = name
    }

    /// Whether two names differ in case and accents at most.
    public func isAlike(_ other: GroupOrder) -> Bool { folded == other.folded }

    public static func == (left: GroupOrder, right: GroupOrder) -> Bool {
        left.exact.utf8.elementsEqual(right.exact.utf8)
    }

    public static func < (left: GroupOrder, right: GroupOrder) -> Bool {
        left.folded == right.folded
            ? left.exact.utf8.lexicographicallyPrecedes(right.exact.utf8)
            : left.folded.lexicographicallyPrecedes(right.folded)
    }

    /// The combining marks of Latin, Greek and Cyrillic letters. In other scripts marks are letters of their own.
    private static let accents: ClosedRange<UInt32> = 0x300...0x36F

    private static func fold(_ name: String) -> [UInt8] {
        let isPlain = name.utf8.allSatisfy { $0 < 0x80 }
        guard !isPlain else {
            return name.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        }
        var bytes: [UInt8] = []
        for scalar in name.decomposedStringWithCanonicalMapping.unicodeScalars
        where !accents.contains(scalar.value) {
            bytes.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
        }
        return bytes
    }
}
