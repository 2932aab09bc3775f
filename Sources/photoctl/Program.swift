import ArgumentParser
import CShims
import Glibc
import PhotoClient
import PhotoModel

@main
enum Program {
    /// Columns that help is written for at least.
    private static let narrowest = 40

    static func main() {
        // With `>&-` the daemon's socket would become the output.
        guard photod_claim_standard_descriptors() == 0 else { exit(ExitStatus.unreachable.rawValue) }
        // A reader that closes our output early (`photoctl photos … | head`) is then seen as EPIPE, and is no error.
        signal(SIGPIPE, SIG_IGN)
        // A file that grows beyond the limit of the process is then seen as EFBIG, and what is left of it removed.
        signal(SIGXFSZ, SIG_IGN)
        // Who starts photoctl may have children forgotten by the kernel, and then none can be waited for.
        signal(SIGCHLD, SIG_DFL)
        // Swift's runtime has the command line from there: without it no word would seem to be given.
        guard access("/proc/self/cmdline", R_OK) == 0 else {
            StandardError.write(
                "photoctl: /proc is not mounted, and the command is read from there: mount -t proc proc /proc\n"
            )
            exit(ExitStatus.usage.rawValue)
        }
        let arguments: [String]
        do throws(Failure) {
            arguments = try RawArguments.texts { Photoctl._dumpHelp() }
        } catch {
            exit(report(error).rawValue)
        }
        exit(run(arguments).rawValue)
    }

    private static func run(_ arguments: [String]) -> ExitStatus {
        do {
            var command = try Photoctl.parseAsRoot(arguments)
            try command.run()
            return .done
        } catch let failure as Failure {
            return report(failure)
        } catch let error as ClientError {
            return report(Failure(error))
        } catch {
            return finish(error, arguments)
        }
    }

    private static func report(_ failure: Failure) -> ExitStatus {
        if let message = failure.message { StandardError.write("photoctl: \(message)\n") }
        return failure.status
    }

    /// What the argument parser threw: help, the version or a completion script to print, or a usage error.
    private static func finish(_ error: any Error, _ arguments: [String]) -> ExitStatus {
        // In less there is no room for what an option means beside its name, and the parser leaves that out.
        let isNarrow = StandardOutput().columns < narrowest
        let message = Photoctl.fullMessage(for: error, columns: isNarrow ? narrowest : nil)
        guard Photoctl.exitCode(for: error).isSuccess else {
            StandardError.write(
                (mistypedCommand(in: arguments) ?? withMistypedOption(message, error, arguments)) + "\n"
            )
            return .usage
        }
        do {
            let output = StandardOutput()
            if !message.isEmpty { output.write(message + "\n") }
            try output.flush()
            return .done
        } catch {
            return report(error)
        }
    }

    /// The message of a usage error, which names an option that there is none of where one was given: what the parser says before it
    /// comes to that is of what is missing without it.
    private static func withMistypedOption(
        _ message: String,
        _ error: any Error,
        _ arguments: [String]
    ) -> String {
        let said = "Error: " + Photoctl.message(for: error)
        guard message.hasPrefix(said), !said.hasPrefix("Error: Unknown option"),
            let option = WordOwner.unknownOption(in: arguments, Photoctl._dumpHelp())
        else { return message }
        let nearest = option.nearest.map { ". Did you mean '\($0)'?" } ?? ""
        return "Error: Unknown option '\(PrintableText.sanitized(option.name))'\(nearest)"
            + message.dropFirst(said.count)
    }

    /// What is said of a command that there is none of; `nil` where there is such a command. The parser takes it for an argument.
    private static func mistypedCommand(in arguments: [String]) -> String? {
        var rest = arguments[...]
        while let word = rest.first, word.hasPrefix("-") {
            // Of what it does not know the parser says so.
            guard word == "-0" || ["--socket", "--json", "--tsv"].contains(word.prefix { $0 != "=" }) else {
                return nil
            }
            rest.removeFirst(word == "--socket" ? min(2, rest.count) : 1)
        }
        let commands = Photoctl.configuration.subcommands.flatMap {
            [$0._commandName] + $0.configuration.aliases
        }
        guard let word = rest.first, word != "help", !commands.contains(word) else { return nil }
        let nearest = NearestName.near(word, among: commands).map { "did you mean \($0)? " } ?? ""
        return
            "photoctl: “\(PrintableText.sanitized(word))” is no command; \(nearest)“photoctl --help” lists them"
    }
}
