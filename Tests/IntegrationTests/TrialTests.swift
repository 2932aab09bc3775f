import Glibc
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("A trial beside a service")
    struct TrialTests {
        /// A service with a group view, an import folder and an added root, as its user's configuration has them.
        private struct Service {
            let daemon: DaemonFixture
            let view: ViewFixture
            let inbox: FilePath
            let added: FilePath

            /// Starts it, and waits until its view has its first link.
            init(_ daemon: DaemonFixture) throws {
                self.daemon = daemon
                view = try ViewFixture(daemon)
                inbox = daemon.scratch.location + "Inbox"
                added = daemon.scratch.location + "added"
                for folder in [inbox, added, daemon.home + ".config/photod"] { try Disk.makeFolders(folder) }
                try daemon.configure(
                    libraries: [daemon.root],
                    more: """
                        \(ViewFixture.option(view.path))
                        [[import]]
                        path = "\(inbox.display)"
                        into = "\(daemon.root.display)"
                        """
                )
                try Disk.rename(daemon.configuration, to: daemon.home + ".config/photod/photod.toml")
                daemon.isConfigurationNamed = false
                try Disk.writePhoto(1, to: daemon.root + "a.jpg", description: "Beach")
                try daemon.start()
                let client = try daemon.connect()
                #expect(try client.ask("root-add \(added.display)").isEmpty)
                try client.sync()
                try view.wait(for: ["Beach/a.jpg"])
            }
        }

        @Test("--library alone reads no configuration: the service's view, inbox and roots stay its own")
        func leavesTheServiceAlone() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let service = try Service(daemon)
                // What comes now is for the service, when it runs again.
                try daemon.stop()
                try Disk.writePhoto(2, to: service.inbox + "b.jpg", description: "Forest")
                try DaemonFixture.run(isStarted: false) { trial in
                    trial.home = daemon.home
                    trial.isConfigurationNamed = false
                    trial.arguments = ["--library", trial.root.display]
                    try trial.start()
                    let client = try trial.connect()
                    try client.sync()
                    let configuration = try #require(try client.ask("config").first)
                    #expect(configuration["file"] == nil)
                    #expect(configuration["groups"]?["view"] == nil)
                    #expect(configuration["imports"]?.array?.isEmpty == true)
                    #expect(try client.ask("roots").compactMap { $0["path"]?.string } == [trial.root.display])
                }
                #expect(Disk.isFile(service.inbox + "b.jpg"))
                #expect(try service.view.names == ["Beach/a.jpg"])
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                #expect(Disk.isFile(daemon.root + "Forest/b.jpg"))
                #expect(
                    try client.ask("roots").compactMap { $0["path"]?.string }
                        == [daemon.root.display, service.added.display]
                )
            }
        }

        @Test("in the service's state it is refused while the service runs, and later takes no view away")
        func inTheSameState() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let service = try Service(daemon)
                let other = daemon.scratch.location + "other"
                try Disk.makeFolder(other)
                let roots = try Disk.read(daemon.state + "roots.json")
                let id = try daemon.connect().id(of: daemon.root + "a.jpg")
                let trial = try daemon.spawn(["--library", other.display])
                #expect(try trial.wait() == .exited(1))
                #expect(daemon.logText.contains("or choose another with --state-dir"))

                try daemon.stop()
                daemon.arguments = ["--library", other.display]
                try daemon.start()
                try daemon.connect().sync()
                try daemon.stop()
                #expect(try service.view.names == ["Beach/a.jpg"])
                #expect(try Disk.read(daemon.state + "roots.json") == roots)

                daemon.arguments = []
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.id(of: daemon.root + "a.jpg") == id)
                try service.view.wait(for: ["Beach/a.jpg"])
            }
        }
    }
}
