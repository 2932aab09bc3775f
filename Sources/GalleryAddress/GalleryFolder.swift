import Glibc
import PhotoModel

/// The folder in which a gallery keeps what it must remember, and what others find there.
public struct GalleryFolder: Hashable, Sendable {
    public let path: FilePath

    public init(_ path: FilePath) {
        self.path = path
    }

    /// What whoever opens the gallery must know; the user's alone.
    public var token: FilePath { path.appending(FileName("token")) }
    /// Lets one browser in, once and soon. Each ticket has a name of its own: the next may be made before it is spent.
    public func ticket(named name: String) -> FilePath { path.appending(FileName("ticket-\(name)")) }
    /// Those of earlier builds, which had one name, are tickets as well.
    public static func isTicket(_ name: FileName) -> Bool {
        name.bytes.starts(with: "ticket-".utf8)
            || [FileName("ticket"), FileName("ticket.new")].contains(name)
    }
    /// Where the gallery listens. It holds as long as somebody holds the lock.
    public var address: FilePath { path.appending(FileName("address")) }
    /// The sockets at which it looks for the daemon, each closed by a NUL; written before the address.
    public var daemon: FilePath { path.appending(FileName("daemon")) }
    public var lock: FilePath { path.appending(FileName("lock")) }
    /// What browsers have sent, until it is imported.
    public var uploads: FilePath { path.appending(FileName("uploads")) }
    /// Frames on their way from the daemon to a browser.
    public var frames: FilePath { path.appending(FileName("frames")) }

    /// What is open on screens that have a name.
    public var screens: FilePath { path.appending(FileName("screens")) }
    /// Pictures and pages that the gallery's owner shows beside photos.
    public var local: FilePath { path.appending(FileName("local")) }

    /// `$XDG_STATE_HOME/photod-gallery`, else `~/.local/state/photod-gallery`; `nil` where there is no home directory.
    public static func usual() -> GalleryFolder? {
        usual(environment: { name in
            guard let value = getenv(name), value.pointee != 0 else { return nil }
            return Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
        })
    }

    /// The same for a given environment. A relative path in it is to be ignored, as the XDG specification asks.
    public static func usual(environment: (String) -> [UInt8]?) -> GalleryFolder? {
        func folder(_ variable: String, _ below: String) -> GalleryFolder? {
            guard let value = environment(variable), value.first == UInt8(ascii: "/") else { return nil }
            return GalleryFolder(FilePath(value + Array(below.utf8)))
        }
        return folder("XDG_STATE_HOME", "/photod-gallery") ?? folder("HOME", "/.local/state/photod-gallery")
    }
}
