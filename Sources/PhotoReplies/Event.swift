/// What a subscription says.
public struct Event: ReplyValue {
    public enum Content: Sendable {
        case change(Change)
        /// How far the photos' changes are told. `isFreshInstance`: everything follows as inserted, so forget what was known.
        case clock(isFreshInstance: Bool)
        /// The same two of the topic that tells of videos alone.
        case videoChange(Change)
        case videoClock(isFreshInstance: Bool)
        case month(Month)
        case group(Group)
        case status(Status)
        /// The state was told; what follows happens.
        case ready
        /// Events came faster than they were taken; the connection closes.
        case overflow
        /// More may come: ignore what you do not know.
        case unknown(String)
    }

    public let object: ReplyObject
    /// The point in the change log it tells of; remember it of every event, for `since`.
    public let clock: String?
    public let content: Content

    public init(_ object: ReplyObject) {
        self.object = object
        clock = object.text("clock")
        let name = object.text("event") ?? ""
        content =
            switch name {
            case "photos" where object.json["change"] != nil: .change(Change(object))
            case "photos": .clock(isFreshInstance: object.flag("isFreshInstance") ?? false)
            case "videos" where object.json["change"] != nil: .videoChange(Change(object))
            case "videos": .videoClock(isFreshInstance: object.flag("isFreshInstance") ?? false)
            case "months": .month(Month(object))
            case "groups": .group(Group(object))
            case "status": .status(Status(object))
            case "ready": .ready
            case "overflow": .overflow
            default: .unknown(name)
            }
    }
}
