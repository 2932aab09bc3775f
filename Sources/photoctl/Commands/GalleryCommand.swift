import ArgumentParser
import GalleryAddress
import PhotoModel

struct GalleryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery",
        abstract: "Look at the photos in the web browser.",
        discussion: """
            Opens the gallery in the desktop's browser, and starts photod-gallery where none runs. The address that is opened \
            is good for one browser, for a minute; the one that --print prints lets in whoever knows it.
            """
    )

    @Flag(name: .customLong("print"), help: "Print the address that opens it, and open nothing.")
    var isPrinted = false

    @Option(
        name: .customLong("state-dir"),
        help: ArgumentHelp("The gallery's state folder.", valueName: "dir"),
        completion: .directory
    )
    var stateDirectory: String?

    @Option(
        help:
            "What this screen is called for “photoctl ui”: up to 64 letters, digits, dots, hyphens and underscores."
    )
    var screen: String?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard let screen, !GalleryAddress.isScreenName(screen) else { return }
        throw ValidationError(
            "“\(screen)” cannot be a screen's name: write up to 64 letters, digits, dots, hyphens and underscores, but neither . nor .. alone."
        )
    }

    func run() throws {
        let named = stateDirectory.map {
            GalleryFolder(FilePath(PathArgument.absolute(PathArgument.bytes(of: $0))))
        }
        guard let folder = named ?? GalleryFolder.usual() else {
            throw Failure(.usage, "there is no home directory: name the gallery's folder with --state-dir")
        }
        let start = GalleryStart(
            folder: folder,
            isNamed: named != nil,
            socket: global.socketPath,
            daemon: global.socketPaths
        )
        let address = try start.address()
        if case .unix(let path) = address {
            throw Failure(
                .refused,
                "the gallery listens on \(path?.display ?? "a Unix socket"), which browsers do not open: "
                    + "start it with --listen 127.0.0.1:0"
            )
        }
        if isPrinted {
            let output = StandardOutput()
            output.write(address.firstURL(token: try GalleryKeys(folder).token(), screen: screen) + "\n")
            return try output.flush()
        }
        try Desktop.open(
            address.firstURL(token: try GalleryKeys(folder).ticket(), screen: screen),
            otherwise: "open what “photoctl gallery --print” prints yourself"
        )
    }
}
