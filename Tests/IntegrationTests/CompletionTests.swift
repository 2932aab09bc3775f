import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Completions of shells")
    struct CompletionTests {
        /// What a program prints; it must end well.
        private func output(
            _ daemon: DaemonFixture,
            _ program: FilePath,
            _ arguments: [String]
        ) throws -> String {
            let output = daemon.scratch.location + "output"
            let process = try ChildProcess(
                program,
                arguments,
                environment: ["PATH=/usr/bin:/bin", "HOME=\(daemon.scratch.location.display)"],
                output: output,
                log: daemon.scratch.location + "errors"
            )
            #expect(try process.wait() == .exited(0))
            return String(decoding: try Disk.read(output), as: UTF8.self)
        }

        @Test("bash is offered groups, and a description that looks like a command is not run")
        func harmlessGroups() throws {
            try DaemonFixture.run { daemon in
                let trap = daemon.scratch.location + "trap"
                let descriptions = ["Söhne am See", "$(touch \(trap.display))", "`touch \(trap.display)`"]
                for (serial, description) in descriptions.enumerated() {
                    try Disk.writePhoto(
                        serial,
                        to: daemon.root + "\(serial).jpg",
                        description: description
                    )
                }
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.ask("groups").count == 3)
                let photoctl = try Programs.path(of: "photoctl")
                let script = try output(daemon, photoctl, ["--generate-completion-script", "bash"])
                let line = try #require(script.split(separator: "\n").first { $0.contains("--tsv groups") })
                // As the script has it, but for where the program and its daemon are.
                let offer = line.replacing(
                    "photoctl --tsv",
                    with: "\(photoctl.display) --socket \(daemon.socket.display) --tsv"
                )
                let compgen = "__photoctl_add_completions() { IFS=$'\\n' compgen \"$@\" -- ''; }"
                let offered = try output(daemon, FilePath("/bin/bash"), ["-c", "\(compgen)\n\(offer)"])
                #expect(offered == "Söhne am See\n")
                #expect(!Disk.isFile(trap))
            }
        }
    }
}
