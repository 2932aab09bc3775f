/// How a browser takes what it is sent (RFC 9110 §12.5.3).
enum AcceptedCodings {
    /// Whether it takes gzip. Who does not say is sent everything as it is.
    ///
    /// - Parameter header: the `Accept-Encoding` header.
    static func takesGzip(_ header: String?) -> Bool {
        var takesOthers = false
        for part in (header ?? "").split(separator: ",") {
            let words = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            let isTaken = !words.dropFirst().contains(where: isZero)
            switch words.first {
            case "gzip", "x-gzip": return isTaken
            case "*": takesOthers = isTaken
            default: break
            }
        }
        return takesOthers
    }

    /// A weight of nothing, with up to three places.
    private static func isZero(_ parameter: String) -> Bool {
        parameter.hasPrefix("q=0") && parameter.dropFirst(3).allSatisfy { $0 == "." || $0 == "0" }
    }
}
