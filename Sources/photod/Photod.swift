import ArgumentParser
import CShims
import Glibc
import LineProtocol
import Logging
import PhotoModel
import PhotoService
import PhotodConfiguration
import StandardError

/// The daemon's command line.
@main
struct Photod: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photod",
        abstract: "Watches photo folders, keeps an exact month index and answers on a Unix socket.",
        discussion: """
            It runs in the foreground. With --library no configuration file is needed; with neither it serves your \
            Pictures folder. Ask it with photoctl.
            """,
        version: "photod \(ProtocolVersion.program)"
    )

    @Option(name: .customLong("config"), help: ArgumentHelp("Read this configuration.", valueName: "file"))
    var configurationFile: String?

    @Option(
        name: .customLong("library"),
        parsing: .singleValue,
        help: ArgumentHelp("A folder of photos; may be given again.", valueName: "dir")
    )
    var libraries: [String] = []

    @Option(
        name: .customLong("import"),
        parsing: .singleValue,
        help: ArgumentHelp(
            "Import what comes into DIR, by moving it to the library's folder INTO; may be given again.",
            valueName: "dir=into"
        )
    )
    var imports: [String] = []

    @Option(
        name: .customLong("state-dir"),
        help: ArgumentHelp("Keep index and identities here.", valueName: "dir")
    )
    var stateDirectory: String?

    @Option(name: .customLong("socket"), help: ArgumentHelp("Listen here.", valueName: "path"))
    var socket: String?

    @Option(
        name: .customLong("log-level"),
        help: ArgumentHelp("trace, debug, info, notice, warning, error or critical.", valueName: "level")
    )
    var logLevel: LogLevel?

    @Flag(
        name: .customLong("check-config"),
        help: "Check the configuration, say what is wrong with it, and end."
    )
    var checksConfiguration = false

    static func main() {
        // With `2>&-` the log would go into the first file of the state folder.
        guard photod_claim_standard_descriptors() == 0 else { Glibc.exit(1) }
        // Swift's runtime has the command line from there. Without it no option would seem to be given, and another folder
        // would be served than the one that was named.
        guard access("/proc/self/cmdline", R_OK) == 0 else {
            complain("/proc is not mounted, and the options are read from there: mount -t proc proc /proc")
            Glibc.exit(1)
        }
        if let refusal = CommandWords.refusal(of: CommandWords.given) {
            complain("\(refusal), or have photoctl roots add a folder of photos")
            Glibc.exit(EX_USAGE)
        }
        main(nil)
    }

    func run() throws {
        Daemon.prepareProcess()
        do {
            let live = try LiveConfiguration(
                explicitFile: configurationFile.map { FilePath($0) },
                overrides: overrides,
                environment: .current()
            )
            if checksConfiguration { return report(live) }
            try serve(live)
        } catch {
            Self.complain("\(error)")
            throw ExitCode(1)
        }
    }

    private var overrides: CommandLineOverrides {
        CommandLineOverrides(
            libraries: libraries.map { FilePath($0) },
            imports: imports.map { FilePath($0) },
            stateDirectory: stateDirectory.map { FilePath($0) },
            socket: socket.map { FilePath($0) },
            logLevel: logLevel
        )
    }

    private func serve(_ live: LiveConfiguration) throws {
        let threshold = LogThreshold(live.resolved.configuration.logLevel)
        LoggingSystem.bootstrap { _ in StandardErrorLog(threshold: threshold) }
        let logger = Logger(label: "photod")
        for warning in live.resolved.warnings { logger.warning("\(warning)") }
        let lock = try StateLock(folder: live.resolved.stateDirectory)
        try withExtendedLifetime(lock) {
            try Daemon(configuration: live, lock: lock, threshold: threshold, logger: logger).run()
        }
    }

    private func report(_ live: LiveConfiguration) {
        for warning in live.resolved.warnings { Self.complain("warning: \(warning)") }
        for library in live.resolved.configuration.libraries {
            print("\(EscapedText.field(library.name))\t\(EscapedText.field(library.path.display))")
        }
    }

    private static func complain(_ message: String) {
        // A message quotes paths and values, and none of them may steer the terminal.
        StandardErrorOutput.shared.write("photod: \(EscapedText.line(message))")
    }
}

extension LogLevel: ExpressibleByArgument {}
