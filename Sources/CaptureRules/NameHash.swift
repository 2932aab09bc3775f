import Foundation

/// A small number that stands for a name, the same in every run and on every machine: FNV-1a with 64 bits
/// (Fowler, Noll, Vo; draft-eastlake-fnv) over the UTF-8 of the name's composed form (NFC), folded to 24 bits
/// by exclusive or.
///
/// It tells names apart and protects nothing.
struct NameHash: Hashable {
    let value: UInt32

    init(_ name: String) {
        let hash = Self.fnv1a(name.precomposedStringWithCanonicalMapping.utf8)
        value = UInt32(truncatingIfNeeded: hash ^ hash >> 24 ^ hash >> 48) & 0xFF_FFFF
    }

    static func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Six lower-case hexadecimal digits.
    var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}
