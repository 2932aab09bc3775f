import ArgumentParser
import LineProtocol

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything known about a photo, and which rule decided it.",
        discussion: """
            With -0 the path alone, byte for byte. With --json every photo has the same members, null where nothing is known.
            """
    )

    @Argument(help: "An id, a file:// uri or a path.", completion: .file())
    var photo: String

    @Flag(help: "Ask the index alone, and read no file.")
    var noRefresh = false

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let session = try Session(global)
        let request = Request("photo", [PathArgument.photoWord(photo)])
            .adding("refresh", noRefresh ? "0" : nil)
        if session.format == .nulTerminated {
            _ = try session.print(request, as: ItemListing.listing(fields: nil))
        } else {
            try session.printObject(request, members: PhotoMembers.names, view: PhotoView.text)
        }
    }
}
