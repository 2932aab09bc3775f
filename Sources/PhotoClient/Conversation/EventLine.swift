import LineProtocol

/// A line that a subscription sends.
public struct EventLine: Sendable {
    /// `photos`, `videos`, `months`, `groups`, `status`, `ready`, `overflow`. Ignore one that you do not know: more may come.
    public let name: String
    /// As it was sent, without its line end.
    public let line: [UInt8]
    public let json: JSONValue

    /// The point in the change log it tells of: `since` for who subscribes again.
    public var clock: String? { json["clock"]?.string }

    /// `nil` where the line is no event: that has a member `event`.
    ///
    /// - Throws: where it may be one and is no JSON.
    init?(_ line: ArraySlice<UInt8>) throws(JSONError) {
        guard Self.mayBeEvent(line) else { return nil }
        json = try JSONValue.parse(line)
        guard let name = json["event"] else { return nil }
        self.name = name.string ?? ""
        self.line = Array(line)
    }

    /// Whether `"event"` stands anywhere in it. It does in few other lines, so that those of a long reply are not parsed for
    /// this.
    private static func mayBeEvent(_ line: ArraySlice<UInt8>) -> Bool {
        let mark: StaticString = "\"event\""
        let length = mark.utf8CodeUnitCount
        return line.withUnsafeBytes { bytes in
            guard bytes.count >= length else { return false }
            let wanted = UnsafeRawBufferPointer(start: mark.utf8Start, count: length)
            for start in 0...(bytes.count - length) where bytes[start] == wanted[0] {
                if bytes[start..<start + length].elementsEqual(wanted) { return true }
            }
            return false
        }
    }
}
