/// A line of `months`, and what an event says of a month.
public struct Month: ReplyValue {
    public let object: ReplyObject
    /// `2016-11` or `undated`: what `photos` and `count` take.
    public let key: String?
    /// `nil` for `undated`.
    public let year: Int?
    /// 1 to 12; `nil` for `undated`.
    public let month: Int?
    /// `November 2016`. Events have none.
    public let name: String?
    /// Zeroes only in events: such a month is gone.
    public let counts: Counts
    /// How many only a modification time has put there. Events have none.
    public let guessedCount: Int?
    /// The id of the newest photo that can be read.
    public let cover: String?

    public init(_ object: ReplyObject) {
        self.object = object
        key = object.text("monthKey")
        year = object.count("year")
        month = object.count("month")
        name = object.text("monthName")
        counts = Counts(object)
        guessedCount = object.count("guessedCount")
        cover = object.text("cover")
    }
}
