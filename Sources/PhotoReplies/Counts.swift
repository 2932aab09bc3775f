/// How many photos and videos there are of something; the line of `count`.
public struct Counts: ReplyValue {
    public let object: ReplyObject
    public let total: Int?
    public let photos: Int?
    public let videos: Int?

    public init(_ object: ReplyObject) {
        self.object = object
        total = object.count("totalCount")
        photos = object.count("photoCount")
        videos = object.count("videoCount")
    }
}
