import ArgumentParser
import PhotoClient

/// Which gallery, and which of its screens: what all of `ui` understands.
struct UiOptions: ParsableArguments {
    @Option(
        name: .customLong("gallery-socket"),
        help: ArgumentHelp(
            "The gallery's socket.",
            discussion: "Without it: $PHOTOD_GALLERY_SOCKET, $XDG_RUNTIME_DIR/photod/gallery.",
            valueName: "path"
        ),
        completion: .file()
    )
    var gallerySocket: String?

    @OptionGroup var global: GlobalOptions

    var socketPath: SocketPath {
        GallerySocket.path(explicit: gallerySocket.map { SocketPath(PathArgument.bytes(of: $0)) })
    }
}

/// The screen that a command goes to.
struct ScreenOption: ParsableArguments {
    @Option(
        name: .customLong("screen"),
        help: "The screen; all that are open without it.",
        completion: .screens
    )
    var name: String?
}

extension CompletionKind {
    /// The screens that the gallery knows.
    static var screens: CompletionKind { .shellCommand("photoctl --tsv ui screens 2>/dev/null | cut -f1") }
}
