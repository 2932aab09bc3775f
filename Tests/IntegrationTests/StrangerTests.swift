import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Another user")
    struct StrangerTests {
        private static let stranger: uid_t = 65533

        /// Runs photoctl as somebody else, from a place where that one may read it.
        private static func ask(_ daemon: DaemonFixture, _ command: String) throws -> PhotoctlRun {
            let setpriv = try #require(Programs.system("setpriv"), "install the package util-linux")
            let program = daemon.scratch.location + "photoctl"
            if !Disk.isFile(program) {
                try Disk.write(try Disk.read(try Programs.path(of: "photoctl")), to: program)
                try Disk.setMode(program, 0o755)
                try Disk.setMode(daemon.scratch.location, 0o755)
            }
            let (output, errors) = (daemon.scratch.location + "output", daemon.scratch.location + "errors")
            try Disk.write("", to: errors)
            let child = try ChildProcess(
                setpriv,
                ["--reuid=\(stranger)", "--clear-groups", "--inh-caps=-all", program.display]
                    + ["--socket", daemon.socket.display, command],
                environment: ["HOME=/"],
                output: output,
                log: errors
            )
            return PhotoctlRun(
                end: try child.wait(),
                output: try Disk.read(output),
                errors: String(decoding: try Disk.read(errors), as: UTF8.self)
            )
        }

        @Test(
            "comes to no socket, and is refused on one whose mode was opened; root and the daemon's user are not",
            .enabled(if: getuid() == 0, "only root can be somebody else")
        )
        func isRefused() throws {
            try DaemonFixture.runUnprivileged { daemon in
                try daemon.start()
                let unreachable = try Self.ask(daemon, "months")
                #expect(unreachable.end == .exited(3))
                #expect(unreachable.errors.contains("permission denied"), "\(unreachable.errors)")

                try Disk.setMode(daemon.socket, 0o777)
                let refused = try Self.ask(daemon, "months")
                #expect(refused.end == .exited(4))
                #expect(refused.text.isEmpty)
                #expect(
                    refused.errors.contains("ACK [4@0] {} permission: this daemon serves"),
                    "\(refused.errors)"
                )
                #expect(try daemon.connect().ask("months").isEmpty)
            }
        }
    }
}
