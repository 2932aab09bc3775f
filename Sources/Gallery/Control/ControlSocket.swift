import Glibc
import LineServer
import PhotoClient
import PhotoModel

/// The socket on which screens are commanded.
struct ControlSocket: Sendable {
    /// Bound, listening, and the event loop's to close.
    let descriptor: Int32

    /// One that a service manager has made.
    init(adopting descriptor: Int32) {
        var socket = ListeningSocket(adopting: descriptor)
        self.descriptor = socket.take()
    }

    /// One of mode 0600 in a folder of mode 0700.
    ///
    /// - Throws: `ServerError`, also where another gallery answers there.
    init(at path: SocketPath) throws {
        var socket = try ListeningSocket(path: FilePath(path.bytes), option: "--control")
        descriptor = socket.take()
    }

    /// Where it is to be: at the path that was said, else at the usual one. There the gallery does without where it cannot be.
    ///
    /// - Parameter complain: is told why there is none.
    static func make(_ path: SocketPath?, complain: (String) -> Void) throws -> ControlSocket? {
        if let path { return try ControlSocket(at: path) }
        guard let usual = GallerySocket.usual() else {
            complain(
                "XDG_RUNTIME_DIR is not set, so that no commands to screens are taken: name a socket with --control"
            )
            return nil
        }
        do { return try ControlSocket(at: usual) } catch {
            complain("no commands to screens are taken: \(error)")
            return nil
        }
    }
}
