/// How much is filed under one description.
public struct GroupSummary: Hashable, Sendable {
    /// `nil` is Other: what has no group. A group that is called "Other" has that name.
    public let name: String?
    public let photoCount: Int
    public let videoCount: Int

    public init(name: String?, photoCount: Int, videoCount: Int) {
        self.name = name
        self.photoCount = photoCount
        self.videoCount = videoCount
    }

    public var totalCount: Int { photoCount + videoCount }
}
