import LineProtocol

/// A line of a reply: as it was sent, and read as JSON.
public struct ReplyObject: Sendable {
    /// Without its line end.
    public let line: [UInt8]
    /// All its members, those too that no value of this module has.
    public let json: JSONValue

    /// - Throws: where the line is no JSON.
    public init(_ line: some Collection<UInt8>) throws(JSONError) {
        self.line = Array(line)
        json = try JSONValue.parse(self.line)
    }

    /// A line that was read before.
    package init(line: some Collection<UInt8>, json: JSONValue) {
        self.line = Array(line)
        self.json = json
    }

    func text(_ name: String) -> String? { json[name]?.string }
    func integer(_ name: String) -> Int64? { json[name]?.integer }
    func count(_ name: String) -> Int? { json[name]?.count }
    func number(_ name: String) -> Double? { json[name]?.double }
    func flag(_ name: String) -> Bool? { json[name]?.bool }
}

/// What a line of a reply says. A member that the line does not have, or that is `null`, or of another type than the
/// protocol gives it, is `nil`; what this version does not know is in `object.json`.
public protocol ReplyValue: Sendable {
    /// The line it was read from.
    var object: ReplyObject { get }

    init(_ object: ReplyObject)
}

extension ReplyValue {
    /// - Throws: where the line is no JSON.
    public init(line: some Collection<UInt8>) throws(JSONError) { self.init(try ReplyObject(line)) }
}

extension JSONValue {
    /// A whole number as Swift counts things.
    var count: Int? { integer.flatMap { Int(exactly: $0) } }
}
