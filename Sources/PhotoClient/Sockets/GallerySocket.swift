import Glibc

/// Where a gallery takes commands to its screens: the one place that says so to it and to who commands it.
public enum GallerySocket {
    /// The variable that names it.
    public static let variable = "PHOTOD_GALLERY_SOCKET"

    /// Where a gallery listens to which no other path was said: `$PHOTOD_GALLERY_SOCKET`, else
    /// `$XDG_RUNTIME_DIR/photod/gallery`; `nil` where neither is set, as nowhere else is a folder that is the user's alone.
    public static func usual() -> SocketPath? {
        usual(environment: SocketPath.environmentVariable)
    }

    /// The same for a given environment. A relative `$XDG_RUNTIME_DIR` is to be ignored, as the XDG specification asks.
    public static func usual(environment: (String) -> [UInt8]?) -> SocketPath? {
        if let named = environment(variable) { return SocketPath(named) }
        guard let runtime = environment("XDG_RUNTIME_DIR"), runtime.first == UInt8(ascii: "/") else {
            return nil
        }
        return inRuntimeFolder(runtime)
    }

    /// Where to look for a gallery. Who asks from a session without `$XDG_RUNTIME_DIR`, from cron or over ssh, finds the one of
    /// the user's systemd all the same.
    public static func path(explicit: SocketPath? = nil) -> SocketPath {
        explicit ?? usual() ?? inRuntimeFolder(Array("/run/user/\(geteuid())".utf8))
    }

    private static func inRuntimeFolder(_ folder: [UInt8]) -> SocketPath {
        SocketPath(folder + "/photod/gallery".utf8)
    }
}
