import GalleryAddress
import PhotoClient
import PhotoModel

/// What a gallery is started with.
public struct GalleryConfiguration: Sendable {
    /// Where to look for the daemon.
    public var sockets: [SocketPath]
    /// Where to listen; `nil`: on systemd's sockets, else on the usual port.
    public var address: GalleryAddress?
    public var folder: GalleryFolder
    /// The page's files.
    public var page: FilePath
    /// Where screens are commanded; `nil`: on systemd's socket of the name `control`, else at the usual place.
    public var control: SocketPath?
    public var isReadOnly = false
    /// How long no connection may be open before it ends, in seconds; `nil`: it stays.
    public var idleExit: Int64?

    public init(sockets: [SocketPath], folder: GalleryFolder, page: FilePath) {
        self.sockets = sockets
        self.folder = folder
        self.page = page
    }
}
