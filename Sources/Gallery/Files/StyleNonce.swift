/// A word that nobody can guess, which styles in a page must have to count (Content Security Policy 3, §2.3.1).
struct StyleNonce: Hashable, Sendable {
    /// Digits and letters: 128 bits.
    let text: String

    init() {
        var random = SystemRandomNumberGenerator()
        text = (0..<2).map { _ in String(random.next(), radix: 36) }.joined()
    }
}
