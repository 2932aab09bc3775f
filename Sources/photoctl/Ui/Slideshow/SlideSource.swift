import LineProtocol
import PhotoModel

/// Which photos and videos a slideshow shows, as the user names them.
struct SlideSource: Equatable {
    /// What lists them: the first that photod knows counts.
    let requests: [Request]

    /// - Parameter text: a month, `favorites`, the name of a group, or else words to find.
    init(_ text: String) {
        if MonthKey(text) != nil {
            requests = [Request("photos", [text])]
        } else if text == "favorites" {
            requests = [Request("favorites")]
        } else {
            requests = [
                Request("group", [text]), Request("find", text.split(separator: " ").map(String.init)),
            ]
        }
    }
}
