import LineProtocol

/// A command to screens as the gallery's socket takes it.
struct ScreenCommand: Equatable {
    /// `setRoot`, `push`, …
    let name: String
    /// An object with the command's members; `nil` where it has none.
    let json: [UInt8]?

    init(_ name: String, json: [UInt8]?) {
        self.name = name
        self.json = json
    }

    init(_ name: String, _ members: JSONValue? = nil) {
        var writer = JSONWriter()
        if let members { writer.value(members) }
        self.init(name, json: members == nil ? nil : writer.bytes)
    }

    /// How it is asked.
    enum Asking: Equatable {
        case line(Request)
        /// The JSON has more than a line should, and follows it.
        case upload(Request, [UInt8])
    }

    /// What stands in quotes may be twice as long there, and a line has 64 KiB.
    private static let lineLimit = 16_384

    /// - Parameter timeout: seconds, as the user has written them.
    func asking(screen: String?, timeout: String?) -> Asking {
        func request(_ words: [String]) -> Request {
            Request("ui", words).adding("screen", screen).adding("timeout", timeout)
        }
        guard let json else { return .line(request([name])) }
        // What is no text the upload refuses, with a reason.
        guard json.count <= Self.lineLimit, let text = String(validating: json, as: UTF8.self) else {
            return .upload(request([name]), json)
        }
        return .line(request([name, text]))
    }
}
