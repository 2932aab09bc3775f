import LineProtocol
import PhotoClient
import Testing

/// What `edit`, `undo` and `batch` answer.
extension [JSONValue] {
    /// What came of each photo, in the answer's order.
    var outcomes: [String] { compactMap { $0["result"]?.string } }

    /// The batch's name, which is told first.
    var batch: String {
        get throws { try #require(first?["batch"]?.string) }
    }
}
