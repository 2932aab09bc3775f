import LineProtocol
import PhotoModel
import Synchronization
import TestSupport
import Testing

/// A gallery's control socket whose answers a test writes, for what a real one does not do when it is asked to.
final class FakeGallery: Sendable {
    private struct Said {
        var lines: [String] = []
        /// JSON that was uploaded.
        var uploads: [String] = []
    }

    private let said = Mutex(Said())
    private let answer: @Sendable (String, FakePeer) -> Void

    /// Runs a test with a gallery.
    ///
    /// - Parameter answer: is given each request, and answers it.
    static func run(
        _ answer: @escaping @Sendable (String, FakePeer) -> Void,
        _ body: (_ gallery: FakeGallery, _ path: String) throws -> Void
    ) throws {
        let gallery = FakeGallery(answer)
        let daemon = try FakeDaemon { peer in
            peer.send("OK photod 1 gallery\n")
            while let line = peer.readLine() { gallery.take(line, from: peer) }
        }
        defer { #expect(throws: Never.self) { try daemon.stop() } }
        try body(gallery, daemon.path)
    }

    private init(_ answer: @escaping @Sendable (String, FakePeer) -> Void) {
        self.answer = answer
    }

    private func take(_ line: String, from peer: FakePeer) {
        var upload: [String] = []
        if line.hasSuffix("json=@") {
            while let part = peer.readLine(), !part.isEmpty { upload.append(part) }
        }
        said.withLock { said in
            said.lines.append(line)
            if !upload.isEmpty { said.uploads.append(upload.joined(separator: "\n")) }
        }
        answer(line, peer)
    }

    /// The requests so far.
    var lines: [String] { said.withLock(\.lines) }

    var uploads: [String] { said.withLock(\.uploads) }

    /// Waits until so many requests have come that are `isMeant`.
    func wait(for count: Int = 1, _ what: String, _ isMeant: (String) -> Bool) throws {
        try Waiting.until(what) { lines.count(where: isMeant) >= count }
    }
}
