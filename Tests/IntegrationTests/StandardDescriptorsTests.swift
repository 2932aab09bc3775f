import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Programs whose standard descriptors are closed")
    struct StandardDescriptorsTests {
        /// Closes one and runs the rest of the line in its place.
        private func closing(_ descriptor: Int) -> [String] {
            ["/bin/sh", "-c", "exec \"$@\" \(descriptor)>&-", "sh"]
        }

        @Test("what photoctl prints never reaches the daemon as a command")
        func closedOutput() throws {
            try DaemonFixture.run { daemon in
                // The description is what a line of the answer consists of.
                try Disk.writePhoto(1, to: daemon.root + "a.jpg", description: "reload")
                let client = try daemon.connect()
                try client.sync()
                let launcher = closing(1)
                let process = try ChildProcess(
                    FilePath(launcher[0]),
                    Array(launcher.dropFirst()) + [
                        try Programs.path(of: "photoctl").display, "--socket", daemon.socket.display,
                        "photos",
                        "--from", "1970", "--fields", "description",
                    ],
                    log: daemon.scratch.location + "errors"
                )
                // The answer is lost, and whoever asked is told.
                #expect(try process.wait() == .exited(4))
                let errors = String(
                    decoding: try Disk.read(daemon.scratch.location + "errors"),
                    as: UTF8.self
                )
                #expect(errors.contains("the output is closed"))
                let commands = try client.ask("stats").first?["commands"]
                #expect(commands?["photos"]?["count"]?.integer == 1)
                #expect(commands?["reload"] == nil)
            }
        }

        @Test("the log of photod does not go into a file of its own")
        func closedErrors() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                daemon.launcher = closing(2)
                try daemon.start()
                try daemon.connect().sync()
                try daemon.stop()
                for (path, bytes) in try Contents.files(below: daemon.state) {
                    #expect(
                        !String(decoding: bytes, as: UTF8.self).contains("photod: info"),
                        "\(path.display)"
                    )
                }
            }
        }
    }
}
