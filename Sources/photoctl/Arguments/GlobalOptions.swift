import ArgumentParser
import PhotoClient

/// What every command understands, before its name or after it.
struct GlobalOptions: ParsableArguments {
    @Option(
        name: .customLong("socket"),
        help: ArgumentHelp(
            "The daemon's socket.",
            discussion:
                "Without it: $PHOTOD_SOCKET, $XDG_RUNTIME_DIR/photod/socket, /run/photod-$USER/socket.",
            valueName: "path"
        ),
        completion: .file()
    )
    var socketPath: String?

    @Flag(exclusivity: .exclusive)
    var output: OutputOption?

    /// Where to look for the daemon.
    var socketPaths: [SocketPath] {
        SocketPath.candidates(explicit: socketPath.map { SocketPath(PathArgument.bytes(of: $0)) })
    }
}
