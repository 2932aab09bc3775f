import LineProtocol

/// A photo or a video of a slideshow.
struct Slide: Hashable {
    let id: String
    let isVideo: Bool
    /// Seconds that a video lasts, where that is known.
    let duration: Double?

    init(id: String, isVideo: Bool = false, duration: Double? = nil) {
        self.id = id
        self.isVideo = isVideo
        self.duration = duration
    }

    /// What an item must tell of itself.
    static let fields = "id,type,duration,state"

    /// `nil` of what cannot be shown: its file cannot be read.
    init?(item: JSONValue) {
        guard let id = item["id"]?.string, item["state"]?.string ?? "ok" == "ok" else { return nil }
        self.init(id: id, isVideo: item["type"]?.string == "video", duration: item["duration"]?.double)
    }

    /// As a screen is told to show it.
    var layout: JSONValue {
        isVideo
            ? LayoutNode.component(
                "video",
                ["id": .string(id), "autoplay": true, "muted": true, "quiet": true]
            )
            : LayoutNode.component("photo", ["id": .string(id), "quiet": true])
    }
}
