/// One row of the month index.
public struct MonthSummary: Hashable, Sendable {
    public let month: MonthKey
    public let photoCount: Int
    public let videoCount: Int

    public init(month: MonthKey, photoCount: Int, videoCount: Int) {
        self.month = month
        self.photoCount = photoCount
        self.videoCount = videoCount
    }

    public var totalCount: Int { photoCount + videoCount }
}
