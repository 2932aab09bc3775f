import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Roots added at run time")
    struct AddedRootTests {
        /// How a configuration comes into force.
        enum Way: String, CaseIterable, CustomTestStringConvertible {
            case start, reload

            var testDescription: String { rawValue }

            func enforce(_ daemon: DaemonFixture) throws -> Connection {
                switch self {
                case .start: try daemon.restart()
                case .reload: #expect(try daemon.connect().ask("reload").isEmpty)
                }
                let client = try daemon.connect()
                try client.sync()
                return client
            }
        }

        private static func states(_ client: Connection) throws -> [String: String] {
            Dictionary(
                try client.ask("roots").map { ($0["path"]?.string ?? "", $0["state"]?.string ?? "") },
                uniquingKeysWith: { "\($0) and \($1)" }
            )
        }

        private static func problems(_ client: Connection) throws -> [String] {
            try client.status()["problems"]?.array?.compactMap { $0["problem"]?.string } ?? []
        }

        @Test(
            "give way to a configured folder around them, are offline then, and their photos keep ids and marks",
            arguments: Way.allCases
        )
        func insideAConfiguredOne(way: Way) throws {
            try DaemonFixture.run { daemon in
                let outer = daemon.scratch.location + "outer"
                let inner = outer + "inner"
                try Disk.makeFolders(inner)
                try Disk.writePhoto(1, to: inner + "a.jpg")
                let first = try daemon.connect()
                #expect(try first.ask("root-add \(inner.display)").isEmpty)
                try first.sync()
                let id = try first.id(of: inner + "a.jpg")
                #expect(try first.ask("viewed \(id)").count == 2)

                try daemon.configure(libraries: [daemon.root, outer])
                let client = try way.enforce(daemon)
                #expect(
                    try Self.states(client) == [
                        daemon.root.display: "online", outer.display: "online", inner.display: "offline",
                    ]
                )
                let problem = try #require(try Self.problems(client).first)
                #expect(problem.hasPrefix("\(inner.display) is offline: \(inner.display) "), "\(problem)")
                #expect(problem.contains("lies inside \(outer.display)"))
                #expect(try client.count() == 1)
                #expect(try client.id(of: inner + "a.jpg") == id)
                #expect(try client.item(inner + "a.jpg")?["viewed"]?.bool == true)
                #expect(try client.refusal("root-add \(inner.display)").message.contains("lies inside"))
                #expect(try client.ask("root-remove \(inner.display)").isEmpty)
                #expect(try Self.problems(client).isEmpty)
                #expect(try client.count() == 1)
            }
        }

        @Test(
            "give way to a configured folder in them, and are back when that is no longer configured",
            arguments: Way.allCases
        )
        func aroundAConfiguredOne(way: Way) throws {
            try DaemonFixture.run { daemon in
                let outer = daemon.scratch.location + "outer"
                let inner = outer + "inner"
                try Disk.makeFolders(inner)
                try Disk.writePhoto(1, to: inner + "a.jpg")
                try Disk.writePhoto(2, to: outer + "b.jpg")
                let first = try daemon.connect()
                #expect(try first.ask("root-add \(outer.display)").isEmpty)
                try first.sync()
                let ids = try [inner + "a.jpg", outer + "b.jpg"].map { try first.id(of: $0) }

                try daemon.configure(libraries: [daemon.root, inner])
                let second = try way.enforce(daemon)
                #expect(try Self.states(second)[outer.display] == "offline")
                #expect(try Self.problems(second).count == 1)
                #expect(try second.id(of: inner + "a.jpg") == ids[0])

                try daemon.configure(libraries: [daemon.root])
                let third = try way.enforce(daemon)
                #expect(try Self.states(third)[outer.display] == "online")
                #expect(try [inner + "a.jpg", outer + "b.jpg"].map { try third.id(of: $0) } == ids)
                #expect(try Self.problems(third).isEmpty)
            }
        }

        @Test("do not keep photod from starting when a file or a link to another root stands in their place")
        func replaced() throws {
            try DaemonFixture.run { daemon in
                let added = daemon.scratch.location + "added"
                let away = daemon.scratch.location + "away"
                try Disk.makeFolder(added)
                try Disk.writePhoto(1, to: added + "a.jpg")
                let first = try daemon.connect()
                #expect(try first.ask("root-add \(added.display)").isEmpty)
                try first.sync()
                let id = try first.id(of: added + "a.jpg")
                try daemon.stop()

                try Disk.rename(added, to: away)
                try Disk.write("a file", to: added)
                try daemon.start()
                let second = try daemon.connect()
                try second.sync()
                #expect(try Self.states(second)[added.display] == "offline")
                #expect(try Self.problems(second).contains { $0.hasPrefix("\(added.display) is offline") })
                #expect(try second.count() == 1)
                try daemon.stop()

                try Disk.remove(added)
                try Disk.makeSymbolicLink(added, to: daemon.root)
                try daemon.start()
                let third = try daemon.connect()
                try third.sync()
                #expect(try Self.states(third)[added.display] == "offline")
                #expect(try Self.problems(third).contains { $0.contains("are the same folder") })

                try Disk.remove(added)
                try Disk.rename(away, to: added)
                #expect(try third.ask("reload").isEmpty)
                try third.sync()
                #expect(try Self.states(third)[added.display] == "online")
                #expect(try third.id(of: added + "a.jpg") == id)
            }
        }
    }
}
