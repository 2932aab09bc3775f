/// The members that a reply to `photo` may have.
public enum PhotoMembers {
    /// The members of an item, and what only the file or a sidecar says.
    public static let names =
        ItemFields.names + [
            "camera", "lens", "videoCodec", "audioCodec", "contentIdentifier", "exposureTime",
            "fNumber",
            "iso", "focalLength", "orientation", "batch", "why",
        ]
}
