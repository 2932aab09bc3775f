import Foundation
import PhotoModel

/// The group a description stands for: photos with the same one belong together.
public enum GroupName {
    /// The description in Unicode's composed form (NFC), every run of white space one space, none at the
    /// ends.
    ///
    /// `nil` where nothing is left: such a photo belongs to Other.
    public static func name(fromDescription description: String) -> String? {
        switch Form(description) {
        case .plain: return description.isEmpty ? nil : description
        case .composed: return fold(description)
        case .other: return fold(description.precomposedStringWithCanonicalMapping)
        }
    }

    /// How much there is to do, found in one pass over the bytes.
    private enum Form {
        /// ASCII without anything to fold: the usual case.
        case plain
        /// Composed already: every character below U+0300, the first combining one, is (UAX #15,
        /// NFC_Quick_Check).
        case composed
        case other

        init(_ text: String) {
            var folds = false
            // White space at the beginning counts as a second one.
            var previousIsSpace = true
            for byte in text.utf8 {
                // U+0300 is CC 80.
                if byte >= 0xCC {
                    self = .other
                    return
                }
                let isSpace = byte == UInt8(ascii: " ")
                // Beyond ASCII there are spaces too, U+0085 and U+00A0.
                if isSpace && previousIsSpace || (0x09...0x0D).contains(byte) || byte >= 0x80 { folds = true }
                previousIsSpace = isSpace
            }
            self = folds || previousIsSpace && !text.isEmpty ? .composed : .plain
        }
    }

    private static func fold(_ text: String) -> String? {
        var folded = String.UnicodeScalarView()
        var isPending = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                isPending = !folded.isEmpty
                continue
            }
            if isPending { folded.append(" ") }
            isPending = false
            folded.append(scalar)
        }
        return folded.isEmpty ? nil : String(folded)
    }
}
