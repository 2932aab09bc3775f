import ArgumentParser
import CShims
import Glibc
import PhotoClient

@main
enum Program {
    /// Columns that help is written for at least.
    private static let narrowest = 40

    static func main() {
        // With `>&-` the daemon's socket would become the output.
        guard photod_claim_standard_descriptors() == 0 else { exit(ExitStatus.unreachable.rawValue) }
        // A reader that closes our output early (`photoctl photos … | head`) is then seen as EPIPE, and is no error.
        signal(SIGPIPE, SIG_IGN)
        // Swift's runtime has the command line from there: without it no word would seem to be given.
        guard access("/proc/self/cmdline", R_OK) == 0 else {
            StandardError.write(
                "photoctl: /proc is not mounted, and the command is read from there: mount -t proc proc /proc\n"
            )
            exit(ExitStatus.usage.rawValue)
        }
        exit(run(RawArguments.texts).rawValue)
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
            return finish(error)
        }
    }

    private static func report(_ failure: Failure) -> ExitStatus {
        if let message = failure.message { StandardError.write("photoctl: \(message)\n") }
        return failure.status
    }

    /// What the argument parser threw: help, the version or a completion script to print, or a usage error.
    private static func finish(_ error: any Error) -> ExitStatus {
        // In less there is no room for what an option means beside its name, and the parser leaves that out.
        let isNarrow = StandardOutput().columns < narrowest
        let message = Photoctl.fullMessage(for: error, columns: isNarrow ? narrowest : nil)
        guard Photoctl.exitCode(for: error).isSuccess else {
            StandardError.write(message + "\n")
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
}
