import PhotoModel

/// Whether other programs' marks make a photo a favourite. An explicit value of the user's own stands above
/// this rule.
public enum FavoriteRule {
    /// Yes where F-Stop's mark is set, the rating is five stars, or digiKam accepted the photo. No where none
    /// of these says yes and one rejects: F-Stop's mark is 0, the rating is −1, or digiKam rejected it.
    /// Everything else, a photo of three stars too, says nothing.
    ///
    /// - Parameter sidecar: what the asset's sidecars say together; it wins over the file for each mark that
    ///   it has.
    /// - Returns: `nil` where it is not known.
    public static func decide(facts: EmbeddedFacts?, sidecar: EmbeddedFacts?) -> Bool? {
        let mark = sidecar?.favoriteMark ?? facts?.favoriteMark
        let rating = sidecar?.rating ?? facts?.rating
        let label = sidecar?.pickLabel ?? facts?.pickLabel
        if mark == true || rating == 5 || label == 3 { return true }
        if mark == false || rating == -1 || label == 1 { return false }
        return nil
    }
}
