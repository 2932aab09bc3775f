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

/// How to print, where it was said.
enum OutputOption: EnumerableFlag {
    case json
    case tsv
    case nul

    static func name(for value: Self) -> NameSpecification {
        switch value {
        case .json: .customLong("json")
        case .tsv: .customLong("tsv")
        case .nul: .customShort("0")
        }
    }

    static func help(for value: Self) -> ArgumentHelp? {
        switch value {
        case .json: "Print the protocol's JSON lines unchanged."
        case .tsv: "Print tab-separated values, as in a pipe."
        case .nul: "End records with NUL; photos and show print paths alone."
        }
    }
}
