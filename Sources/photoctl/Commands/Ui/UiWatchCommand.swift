import ArgumentParser
import Glibc
import LineProtocol
import PhotoClient

extension UiCommand {
    struct Watch: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "watch",
            abstract: "Print what happens on screens, a line of JSON each.",
            discussion: """
                The events of photod-navigation(7), each with its screen, and screenOpened and screenClosed. It ends with Ctrl-C, \
                or where nobody reads its output any more.
                """
        )

        @OptionGroup var screen: ScreenOption

        @OptionGroup var options: UiOptions

        func run() throws {
            let interruption = try Interruption()
            try GalleryFailure.naming {
                do {
                    try print(from: interruption)
                } catch is Interrupted {
                    // An interruption is how watching ends.
                }
            }
        }

        private func print(from interruption: Interruption) throws {
            let output = StandardOutput()
            let connection = try TimedConnection(
                to: [options.socketPath],
                interruption,
                reader: STDOUT_FILENO
            )
            try connection.ask(Request("subscribe", ["ui"]).adding("screen", screen.name))
            while let arrival = try connection.next(until: nil) {
                switch arrival {
                case .event(let event, _):
                    output.write(event.line)
                    output.write("\n")
                    try output.flush(heeding: interruption)
                case .refused(let acknowledgement, _): throw ClientError.refused(acknowledgement)
                case .greeted, .line, .partEnd, .end, .unsubscribed, .failed, .closed: continue
                }
            }
        }
    }
}
