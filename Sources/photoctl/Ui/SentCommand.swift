import ArgumentParser
import LineProtocol
import PhotoClient

/// What a command to screens is told on the command line.
struct SentCommandArguments: ParsableArguments {
    @Argument(help: "The command's members, as an object; @FILE or - reads it.", completion: .file())
    var json: String?

    @OptionGroup var screen: ScreenOption

    @Option(parsing: .unconditional, help: "Seconds that a screen may take; 10 without it.")
    var timeout: String?

    @OptionGroup var options: UiOptions
}

/// A command of photod-navigation(7), which goes to screens as it is.
protocol SentCommand: ParsableCommand {
    /// `setRoot`, …
    static var name: String { get }
    var arguments: SentCommandArguments { get }
}

extension SentCommand {
    func run() throws {
        let command = ScreenCommand(Self.name, json: try arguments.json.map { try JSONSource.read($0) })
        try GalleryFailure.naming {
            let session = try Session(arguments.options.global, to: [arguments.options.socketPath])
            switch command.asking(screen: arguments.screen.name, timeout: arguments.timeout) {
            case .line(let request): try session.connection.send(request)
            case .upload(let request, let json): try session.connection.send(request, json: json)
            }
            var outcome = SentOutcome()
            _ = try session.printReply(as: SentOutcome.listing) { outcome.add($0) }
            if let failure = outcome.failure { throw failure }
        }
    }
}

/// What became of a command on its screens.
struct SentOutcome {
    private var screens = 0
    private var failed = 0
    private var late = 0

    mutating func add(_ line: JSONValue) {
        screens += 1
        guard let error = line["error"]?.string else { return }
        failed += 1
        if error == "timeout" { late += 1 }
    }

    /// `nil` where all have done it.
    var failure: Failure? {
        guard failed > 0 else { return nil }
        let count = failed == screens ? "" : "\(failed) of \(screens) screens: "
        return late == failed
            ? Failure(.timedOut, count + "not done in time; it is still to be done there")
            : Failure(.refused, count + "refused")
    }

    static let listing = Listing(
        columns: [
            .init("SCREEN", "screen"), .init("DONE", "componentId"),
            .init("MS", isNumeric: true) { value in
                value["time"]?.double.map { CellText.decimal($0, places: 1) } ?? ""
            },
            .init("ERROR", "error"), .init("NODE", "node"), .init("KEY", "key"), .init("MESSAGE", "message"),
        ],
        members: ["screen", "commandId", "componentId", "time", "error", "node", "key", "message"]
    )
}
