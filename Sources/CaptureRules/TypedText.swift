/// A text that somebody types, to be kept as it would be read where it is written into a file.
public enum TypedText {
    /// Without white space at its ends, and without what names a language or an encoding before it.
    public static func asRead(_ text: String) -> String { DescriptionText.decode(Array(text.utf8)) }
}
