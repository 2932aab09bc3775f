import ArgumentParser
import LineProtocol

/// Photos or videos alone, for commands that list both.
struct TypeFilter: ParsableArguments {
    @Option(help: "Only photos or only videos.", completion: .list(["photo", "video"]))
    var type: String?

    /// The request with the option, if it was given.
    func added(to request: Request) -> Request { request.adding("type", type) }
}
