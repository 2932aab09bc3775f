/// What somebody says of a photo as a favourite.
public enum FavoriteMark: String, Hashable, Sendable {
    case yes
    case no
    /// Nothing: what other programs have marked counts.
    case unset

    /// Reads `yes`, `no`, `unset`, and `1` and `0` for the first two.
    public init?(word: String) {
        switch word {
        case "1": self = .yes
        case "0": self = .no
        default: self.init(rawValue: word)
        }
    }

    public init(_ isFavorite: Bool?) {
        switch isFavorite {
        case true?: self = .yes
        case false?: self = .no
        case nil: self = .unset
        }
    }

    public var isFavorite: Bool? {
        switch self {
        case .yes: true
        case .no: false
        case .unset: nil
        }
    }
}
