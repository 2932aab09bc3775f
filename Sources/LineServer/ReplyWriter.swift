import LineProtocol

/// Collects a reply's lines. With a drain, a long reply goes out in pieces while it is made, so that its memory is
/// bounded by the piece and not by the reply.
public final class ReplyWriter {
    private static let pieceSize = 128 << 10

    public var json = JSONWriter(capacity: 16 << 10)
    private let drain: ((UnsafeRawBufferPointer) throws -> Void)?

    public init(drain: ((UnsafeRawBufferPointer) throws -> Void)? = nil) {
        self.drain = drain
    }

    /// Ends a line, which must hold one whole object.
    public func endLine() throws {
        json.endLine()
        try flushPiece()
    }

    /// Hands what is collected to the drain, where it is much. Only between lines.
    public func flushPiece() throws {
        if drain != nil, json.count >= Self.pieceSize { try flush() }
    }

    /// Takes back what was begun of a line whose end cannot be written.
    public func endBrokenLine() {
        let whole = json.withUnsafeBytes { bytes in
            bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        }
        json.truncate(to: whole)
    }

    public func raw(_ text: StaticString) {
        json.raw(text)
    }

    public func refuse(_ error: ProtocolError, listIndex: Int = 0) {
        var line: [UInt8] = []
        error.appendLine(to: &line, listIndex: listIndex)
        json.raw(line)
    }

    /// Hands what is collected to the drain.
    public func flush() throws {
        guard let drain, json.count > 0 else { return }
        try json.withUnsafeBytes { try drain($0) }
        json.removeAll()
    }
}
