import ArgumentParser
import LineProtocol
import PhotoClient

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look for what keeps photod from working, and say what to do.",
        discussion: """
            Looks at the daemon, the kernel's limits, the folders and what they are mounted on, the sandbox, and the \
            state directory; without a daemon at what can be seen. Fields: state (ok, warning, error), subject, text, \
            and a command that helps. Exits with 1 where there is an error.
            """
    )

    @Option(
        name: .customLong("state-dir"),
        help: "The state directory, where photod does not answer and it is not the usual one.",
        completion: .directory
    )
    var stateDirectory: String?

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let state = stateDirectory.map { PathArgument.absolute(Array($0.utf8)) }
        let examiner = Examiner(
            sockets: global.socketPaths,
            stateDirectory: state.map { String(decoding: $0, as: UTF8.self) }
        )
        let findings = Diagnosis(examination: examiner.examine()).findings
        let output = StandardOutput()
        write(findings, to: output, as: OutputFormat(global.output, isTerminal: output.isTerminal))
        try output.flush()
        guard findings.contains(where: { $0.state == .error }) else { return }
        throw Failure(.nothingMatched)
    }

    private func write(_ findings: [Finding], to output: StandardOutput, as format: OutputFormat) {
        let width = findings.map { DisplayWidth.of($0.subject) }.max() ?? 0
        for finding in findings {
            switch format {
            case .json: output.write(finding.jsonLine)
            case .table: output.write(finding.lines(subjectWidth: width))
            case .tabbed, .nulTerminated:
                let fields = [finding.state.rawValue, finding.subject, finding.text, finding.remedy ?? ""]
                output.write(fields.map(EscapedText.field).joined(separator: "\t"))
                output.write(format == .tabbed ? "\n" : "\0")
            }
        }
    }
}
