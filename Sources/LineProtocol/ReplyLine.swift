// The protocol's lines are JSON: who speaks it has JSON's types as well.
@_exported import JSON

/// What one line of a reply is, as a client sees it.
public enum ReplyLine: Hashable, Sendable {
    /// One JSON object, as sent.
    case data(ArraySlice<UInt8>)
    /// The end of a reply.
    case ok
    /// The end of one command's reply within a command list.
    case listOK
    /// The end of a reply: refused.
    case refused(Acknowledgement)
    /// Nothing that a daemon of this protocol sends.
    case malformed(ArraySlice<UInt8>)

    /// Reads a line without its line end.
    public init(_ line: ArraySlice<UInt8>) {
        switch line.first {
        case UInt8(ascii: "{"): self = .data(line)
        case UInt8(ascii: "O") where line.elementsEqual("OK".utf8): self = .ok
        case UInt8(ascii: "l") where line.elementsEqual("list_OK".utf8): self = .listOK
        case UInt8(ascii: "A"): self = Acknowledgement(line).map(ReplyLine.refused) ?? .malformed(line)
        default: self = .malformed(line)
        }
    }
}
