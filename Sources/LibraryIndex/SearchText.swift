import Foundation

/// Texts and searches as FTS5 gets to see them: made so plain that its tables, which are those of Unicode 6.1, decide
/// nothing. Its tokenizer is `ascii`, to which every character beyond ASCII is a letter; what is none by the Unicode of
/// today becomes a space here, and case and accents are folded here.
enum SearchText {
    static func folded(_ text: String) -> String {
        // ASCII the tokenizer folds and parts by itself.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        // Up and down again: ß and SS, ς and Σ and σ are one.
        let plain = text.lowercased().uppercased().lowercased().decomposedStringWithCanonicalMapping
        var folded = String.UnicodeScalarView()
        var isInWord = false
        for scalar in plain.unicodeScalars {
            switch Role(scalar) {
            case .letter: isInWord = true
            case .mark where isInWord: break
            case .mark, .nothing: continue
            case .separator:
                isInWord = false
                folded.append(" ")
                continue
            }
            folded.append(scalar)
        }
        // Composed, because a syllable of Hangul is no word that begins with its first sound alone.
        return String(folded).precomposedStringWithCanonicalMapping
    }

    private enum Role {
        case letter
        /// Part of a letter: most scripts but Europe's write vowels so.
        case mark
        case separator
        /// Accents, and what cannot be seen.
        case nothing

        init(_ scalar: Unicode.Scalar) {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                .decimalNumber, .letterNumber, .otherNumber, .privateUse:
                self = .letter
            case .nonspacingMark, .spacingMark: self = Role.isAccent(scalar.value) ? .nothing : .mark
            case .enclosingMark, .format: self = .nothing
            // Also what Unicode has not given away yet: of that most will be emoji.
            default: self = .separator
            }
        }

        /// The combining marks of Latin, Greek and Cyrillic letters and of signs, and what chooses between an emoji's forms.
        private static func isAccent(_ scalar: UInt32) -> Bool {
            switch scalar {
            case 0x300...0x36F, 0x483...0x487, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
                0xFE00...0xFE0F,
                0xFE20...0xFE2F, 0xE0100...0xE01EF:
                true
            default: false
            }
        }
    }
}
