/// How many columns text takes on a terminal.
enum DisplayWidth {
    static func of(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// A character is as wide as its widest scalar; one that asks for emoji presentation is wide.
    static func of(_ character: Character) -> Int {
        character.unicodeScalars.reduce(0) { $1.value == 0xFE0F ? 2 : max($0, of($1)) }
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        // Hangul's medial vowels and final consonants join the initial before them.
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }
        return isWide(scalar) ? 2 : 1
    }

    /// East Asian Wide and Fullwidth (Unicode Standard Annex #11), by blocks, and emoji.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60,
            0xFFE0...0xFFE6, 0x16FE0...0x18AFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
            true
        default: scalar.properties.isEmojiPresentation
        }
    }

    /// `text` cut to `width` columns, with `…` at its end where something is missing.
    static func truncated(_ text: String, to width: Int) -> String {
        guard of(text) > width else { return text }
        var result = ""
        var used = 1
        for character in text {
            used += of(character)
            if used > width { break }
            result.append(character)
        }
        return result + "…"
    }
}
