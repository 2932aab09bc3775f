/// What the daemon is doing, and what is wrong: the line of `status`. What it has more (watches, workers, the audit) is in
/// `object.json`.
public struct Status: ReplyValue {
    public enum State: String, Sendable {
        /// The first comparison of everything goes on.
        case scanning
        case ready
        /// There are problems.
        case degraded
    }

    public struct Problem: Hashable, Sendable {
        public let problem: String
        public let remedy: String
    }

    public struct Root: Hashable, Sendable {
        public let path: String
        /// The root's name, which items have as their `source`.
        public let source: String?
        /// `online`, `offline` or `polled`.
        public let state: String?
        /// Why the root is offline.
        public let reason: String?
        public let photos: Int?
        public let videos: Int?
    }

    public let object: ReplyObject
    public let version: String?
    public let state: State?
    /// Files looked at, of how many, while it is scanning.
    public let done: Int?
    public let total: Int?
    /// This and the counts are `nil` while a damaged index is made anew.
    public let clock: String?
    public let photos: Int?
    public let videos: Int?
    public let months: Int?
    public let groups: Int?
    public let roots: [Root]
    public let problems: [Problem]

    public init(_ object: ReplyObject) {
        self.object = object
        version = object.text("version")
        state = object.text("state").flatMap(State.init(rawValue:))
        done = object.json["progress"]?["done"]?.count
        total = object.json["progress"]?["total"]?.count
        clock = object.text("clock")
        photos = object.count("photos")
        videos = object.count("videos")
        months = object.count("months")
        groups = object.count("groups")
        roots = (object.json["roots"]?.array ?? []).map { root in
            Root(
                path: root["path"]?.string ?? "",
                source: root["source"]?.string,
                state: root["state"]?.string,
                reason: root["reason"]?.string,
                photos: root["photos"]?.count,
                videos: root["videos"]?.count
            )
        }
        problems = (object.json["problems"]?.array ?? []).map { problem in
            Problem(problem: problem["problem"]?.string ?? "", remedy: problem["remedy"]?.string ?? "")
        }
    }
}
