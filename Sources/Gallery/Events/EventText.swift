import NIOCore
import PhotoClient

/// Events as a browser's `EventSource` reads them (HTML, server-sent events).
enum EventText {
    /// What an `EventSource` waits before it connects again, in milliseconds.
    static let beginning = "retry: 1000\n\n"

    /// - Parameter clock: what a browser sends back as Last-Event-ID when this was the last, and the daemon goes on from.
    static func append(_ event: EventLine, goingOnFrom clock: String?, to buffer: inout ByteBuffer) {
        if let clock, isOneLine(clock) { buffer.writeString("id: \(clock)\n") }
        append(event.line, to: &buffer)
    }

    /// A line of the gallery's own.
    static func append(_ line: some Collection<UInt8>, to buffer: inout ByteBuffer) {
        buffer.writeString("data: ")
        buffer.writeBytes(line)
        buffer.writeString("\n\n")
    }

    /// The daemon's coming and going.
    static func reachability(_ isReachable: Bool) -> [UInt8] {
        Array("{\"event\":\"gallery\",\"state\":\"\(isReachable ? "reachable" : "unreachable")\"}".utf8)
    }

    private static func isOneLine(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
