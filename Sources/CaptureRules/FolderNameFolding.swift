import Foundation

extension FolderName {
    /// The same text for all names that some file system does not tell apart. It is for comparing only.
    ///
    /// The folding is Unicode's canonical caseless matching (chapter 3.13, D145), and beyond it what makes names more
    /// alike, since a hash in a folder's name is better than two groups in one folder:
    /// - Characters that are not seen (Default_Ignorable_Code_Point) do not count, as for ext4's folders that
    ///   fold case.
    /// - The dotted and the dotless i are one: simple case mapping has both be `i`.
    ///
    /// Swift offers no case folding. Lowering, raising and lowering again gives the same classes: raising
    /// takes ß to SS and ſ to S, the first lowering ẞ to ß, so that it is raised as well, and the last one
    /// decides for one form.
    static func folded(_ name: String) -> String {
        var seen = String.UnicodeScalarView()
        seen.append(
            contentsOf: name.unicodeScalars.lazy.filter { !$0.properties.isDefaultIgnorableCodePoint }
        )
        let cased = String(seen).decomposedStringWithCanonicalMapping
            .lowercased().uppercased().lowercased().decomposedStringWithCanonicalMapping
        var folded = String.UnicodeScalarView()
        for scalar in cased.unicodeScalars where !(scalar == "\u{307}" && folded.last == "i") {
            folded.append(scalar)
        }
        return String(folded)
    }
}
