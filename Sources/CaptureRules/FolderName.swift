/// Makes one folder's name of any text, such as a group or a camera: a single component of a path that Linux,
/// Windows and macOS take alike, since libraries are copied to other disks and shared over networks.
public enum FolderName {
    /// In UTF-8; what Linux's file systems take (NAME_MAX).
    public static let byteLimit = 255

    /// What a text becomes of which nothing is left.
    public static let fallback = "Group"

    /// A legal name (`isLegal`) for `text`, in Unicode's composed form (NFC).
    ///
    /// White space is folded as in groups; control characters, marks that turn the direction of writing, and
    /// what is no character in Unicode go; a slash and what Windows forbids become `_`; dots and spaces go at
    /// the beginning, where they hide a folder, and at the end, where Windows drops them. What is longer than
    /// `byteLimit` is cut between two characters as people see them. Cleaning twice changes nothing.
    public static func clean(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: text.unicodeScalars.lazy.filter { !isDropped($0) })
        guard let folded = GroupName.name(fromDescription: String(kept)) else { return fallback }
        var replaced = String.UnicodeScalarView()
        replaced.append(contentsOf: folded.unicodeScalars.lazy.map { isForbidden($0) ? "_" : $0 })
        let whole = sparingDevices(trimmed(String(replaced)))
        // What the cut leaves may be a device's name again, and then has room to spare.
        let name = sparingDevices(cut(whole, toBytes: byteLimit))
        return isVisible(name) ? name : fallback
    }

    /// Whether `name` is a single component that every usual file system takes as it is. It need not be as
    /// `clean` would make it: a name that somebody gave by hand may be decomposed or have two spaces in a
    /// row.
    public static func isLegal(_ name: String) -> Bool {
        name.utf8.count <= byteLimit && isVisible(name) && trimmed(name) == name
            && sparingDevices(name) == name
            && name.unicodeScalars.allSatisfy { !isForbidden($0) && !isDropped($0) && !isLineEnd($0) }
    }

    /// The beginning of a clean name that has at most `limit` bytes, with no dot or space at its end. Where
    /// the first character alone is longer, as a letter under a hundred accents, it is cut as well.
    static func cut(_ name: String, toBytes limit: Int) -> String {
        guard name.utf8.count > limit else { return name }
        var count = 0
        let characters = name.prefix {
            count += $0.utf8.count
            return count <= limit
        }
        if !characters.isEmpty { return trimmed(String(characters)) }
        count = 0
        let scalars = name.unicodeScalars.prefix {
            count += UTF8.width($0)
            return count <= limit
        }
        return trimmed(String(scalars))
    }

    // MARK: - Single characters

    /// The slash, and what Windows forbids ("Naming Files, Paths, and Namespaces", Microsoft).
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": true
        default: false
        }
    }

    /// What cannot be seen and either is forbidden or has a name read as another one. White space is not of
    /// them: the words it parts stay apart.
    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.generalCategory == .control && !properties.isWhitespace
            || properties.isBidiControl || properties.isNoncharacterCodePoint
    }

    /// Tabs, line ends and their like: white space that `clean` made a space of.
    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private static func isVisible(_ name: String) -> Bool {
        !name.unicodeScalars.allSatisfy {
            $0.properties.isDefaultIgnorableCodePoint || $0.properties.isWhitespace
        }
    }

    // MARK: - Whole names

    /// Without dots and spaces at the ends. Scalars count, not characters: a dot under an accent hides a
    /// folder as well.
    private static func trimmed(_ name: String) -> String {
        func isTrimmed(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || scalar == " " }
        var rest = name.unicodeScalars[...].drop(while: isTrimmed)
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return String(rest)
    }

    /// Windows takes `CON` and `con.2016` for a device; `CON_` and `con_.2016` are folders.
    private static func sparingDevices(_ name: String) -> String {
        let stem = String(name.unicodeScalars.prefix { $0 != "." })
        guard devices.contains(trimmed(stem).uppercased()) else { return name }
        return trimmed(stem) + "_" + String(name.unicodeScalars.dropFirst(stem.unicodeScalars.count))
    }

    /// As Microsoft lists them, superscript digits and the console's own included.
    private static let devices: Set<String> = Set(
        ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
            + ["COM", "LPT"].flatMap { port in "0123456789¹²³".map { "\(port)\($0)" } }
    )
}
