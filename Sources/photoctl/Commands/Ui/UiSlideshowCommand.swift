import ArgumentParser
import LineProtocol
import PhotoClient

extension UiCommand {
    struct Slideshow: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "slideshow",
            abstract: "Show photos and videos one after the other.",
            discussion: """
                After the last it begins anew, with what is in the library by then. Videos are shown to their end, without sound, \
                at most five minutes. A screen that is closed is waited for. It ends with Ctrl-C, which leaves on the screen \
                what is there, or when all its screens are told to show something else. Exits with 1 where there is nothing to show.
                """
        )

        @Argument(
            help: "A month, favorites, the name of a group, or else words to find.",
            completion: .groups
        )
        var what: [String]

        @Option(help: "How long a photo is shown: 8s, 1.5s, 2m, 1h.")
        var every = ShowTime(.seconds(8))

        @Flag(name: .customLong("shuffle"), help: "In another order each time.")
        var isShuffled = false

        @Option(help: "How one gives way to the next: fade, slide or none.")
        var transition = SlideTransition.fade

        @OptionGroup var screen: ScreenOption

        @OptionGroup var options: UiOptions

        func validate() throws {
            guard !what.isEmpty else {
                throw ValidationError("What is to be shown? Name a month or a group.")
            }
        }

        func run() throws {
            let interruption = try Interruption()
            try GalleryFailure.naming {
                let remote = ScreenRemote(try TimedConnection(to: [options.socketPath], interruption))
                var run = SlideshowRun(
                    SlideLibrary(
                        source: SlideSource(what.joined(separator: " ")),
                        paths: options.global.socketPaths,
                        interruption: interruption
                    ),
                    on: remote,
                    target: screen.name,
                    every: every.duration,
                    isShuffled: isShuffled,
                    transition: transition
                )
                do {
                    try run.run()
                } catch is Interrupted {
                    // What is on the screen stays there.
                }
            }
        }
    }
}
