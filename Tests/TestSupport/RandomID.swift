import PhotoModel

extension AssetID {
    /// Any id, of whatever age.
    public static func random(using generator: inout some RandomNumberGenerator) -> AssetID {
        AssetID(ordinal: generator.next(), random: generator.next())
    }

    public static func random() -> AssetID {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }
}
