import ArgumentParser
import LineProtocol
import PhotoClient

extension UiCommand {
    struct Demo: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "demo",
            abstract: "Show every command on the photos of this library.",
            discussion: """
                Fields: the command, what it does. The screen is brought back to what it showed before, also after Ctrl-C.
                """
        )

        @Option(help: "How long a step is shown: 3s, 1m.")
        var every = ShowTime(.seconds(3))

        @OptionGroup var screen: ScreenOption

        @OptionGroup var options: UiOptions

        func run() throws {
            let interruption = try Interruption()
            try GalleryFailure.naming {
                let remote = ScreenRemote(try TimedConnection(to: [options.socketPath], interruption))
                do {
                    let tour = DemoTour(try material(interruption))
                    if let remark = tour.remark { StandardError.write("photoctl: \(remark)\n") }
                    let output = StandardOutput()
                    let format = OutputFormat(options.global.output, isTerminal: output.isTerminal)
                    try DemoRun(tour, on: remote, target: screen.name, every: every.duration) { step in
                        output.write(Self.line(step, format))
                        try output.flush(heeding: interruption)
                    }.run()
                } catch is Interrupted {
                    // The screen was brought back.
                }
            }
        }

        private func material(_ interruption: Interruption) throws -> DemoMaterial {
            do {
                return try DemoMaterial(try TimedConnection(to: options.global.socketPaths, interruption))
            } catch let error as ClientError {
                throw Failure(error)
            }
        }

        static func line(_ step: DemoStep, _ format: OutputFormat) -> String {
            let name = step.command.name
            switch format {
            case .json: return CellText.json(["command": .string(name), "text": .string(step.text)]) + "\n"
            case .table:
                let space = String(repeating: " ", count: max(20 - name.count, 1))
                return name + space + PrintableText.sanitized(step.text) + "\n"
            case .tabbed, .nulTerminated:
                return name + "\t" + EscapedText.field(step.text) + (format == .tabbed ? "\n" : "\0")
            }
        }
    }
}
