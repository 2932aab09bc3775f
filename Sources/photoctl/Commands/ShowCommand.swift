import ArgumentParser
import LineProtocol

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything known about a photo, and which rule decided it.",
        discussion: "With -0 the path alone, byte for byte."
    )

    @Argument(help: "An id, a file:// uri or a path.", completion: .file())
    var photo: String

    @Flag(inversion: .prefixedNo, help: "Read the file for it, or ask the index alone.")
    var refresh = true

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let session = try Session(global)
        let request = Request("photo", [PathArgument.photoWord(photo)])
            .adding("refresh", refresh ? nil : "0")
        if session.format == .nulTerminated {
            _ = try session.print(request, as: ItemListing.listing(fields: nil))
        } else {
            try session.printObject(request, view: PhotoView.text)
        }
    }
}
