/// The stars that a favourite is to other programs, which have no mark of photod's.
public enum FavoriteStars {
    public static let count = 5

    /// Whether a favourite is given them: stars that somebody has given a photo stay, and so does that it is rejected.
    ///
    /// - Parameter rating: what the photo has; `nil`: none. Cameras write 0.
    public static func replace(_ rating: Int?) -> Bool { rating == nil || rating == 0 }
}
