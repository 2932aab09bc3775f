import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport

/// What came of one run of photoctl.
struct PhotoctlRun {
    let end: ChildProcess.End
    let output: [UInt8]
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }

    /// Of `--json`: the daemon's lines.
    var lines: [JSONValue] {
        get throws { try output.split(separator: UInt8(ascii: "\n")).map { try JSONValue.parse(Array($0)) } }
    }
}

extension DaemonFixture {
    /// - Parameters:
    ///   - environment: beside the home folder.
    ///   - program: in place of the built one.
    func photoctl(
        _ arguments: [String],
        environment: [String] = [],
        program: FilePath? = nil
    ) throws -> PhotoctlRun {
        let output = scratch.location + "output"
        let errors = scratch.location + "errors"
        try Disk.write("", to: errors)
        let process = try ChildProcess(
            try program ?? Programs.path(of: "photoctl"),
            ["--socket", socket.display] + arguments,
            environment: ["HOME=\(scratch.location.display)"] + environment,
            output: output,
            log: errors
        )
        let end = try process.wait()
        return PhotoctlRun(
            end: end,
            output: try Disk.read(output),
            errors: String(decoding: try Disk.read(errors), as: UTF8.self)
        )
    }
}
