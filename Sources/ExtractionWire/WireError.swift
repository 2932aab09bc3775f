/// Why bytes are no message. Whoever sent them is not to be trusted any further.
public enum WireError: Error, Hashable, Sendable {
    case truncated
    /// The other end speaks another version.
    case version(UInt8)
    case kind(UInt8)
    /// The message says that it has another length than it has.
    case length
    case count
    case outcome(UInt8)
    /// A job or result with more or fewer descriptors than its kind has, or than came along.
    case descriptors
    /// Of more bytes than its kind allows.
    case payload(Int)
    /// Why a job failed, as no job of its kind does.
    case reason(UInt8)
    case field(UInt8)
    /// A field that came twice, or has a length or value it cannot have.
    case value(FactField)
    case text
}

extension WireError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .truncated: "a message that ends too early"
        case .version(let version): "a message of version \(version) where \(WireFormat.version) is spoken"
        case .kind(let kind): "a message of the wrong kind \(kind)"
        case .length: "a message of another length than it says"
        case .count: "a message with a count out of range"
        case .outcome(let outcome): "an unknown outcome \(outcome)"
        case .descriptors: "a wrong number of descriptors"
        case .payload(let length): "a payload of \(length) bytes, which is too long"
        case .reason(let reason): "an unknown reason \(reason)"
        case .field(let field): "an unknown field \(field)"
        case .value(let field): "an impossible value of field \(field.rawValue)"
        case .text: "a name that is no text"
        }
    }
}
