import Glibc
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Problems that are over")
    struct EndedProblemsTests {
        /// What becomes of a folder that cannot be read.
        enum End: CaseIterable {
            case removed, moved, removedWithParent, movedWithParent, movedOut, hidden, rootRemoved
        }

        @Test(
            "a folder that cannot be read is told of until it is gone from there, whatever took it",
            arguments: End.allCases
        )
        func unreadableFolder(_ end: End) throws {
            try DaemonFixture.runUnprivileged { daemon in
                let outer = daemon.root + "outer"
                let closed = outer + "closed"
                let second = daemon.scratch.location + "second"
                try Disk.makeFolder(outer)
                try Disk.makeFolder(second)
                for folder in [outer, second] where getuid() == 0 { try Disk.setOwner(folder, 65534) }
                try Disk.makeFolder(end == .rootRemoved ? second + "closed" : closed)
                try Disk.setMode(end == .rootRemoved ? second + "closed" : closed, 0)
                try daemon.start()
                let client = try daemon.connect()
                if end == .rootRemoved { _ = try client.ask("root-add \"\(second.display)\"") }
                try client.sync()
                #expect(try client.status()["unreadable"]?["directory"]?.integer == 1)
                #expect(try client.status()["state"]?.string == "degraded")
                switch end {
                case .removed: try removeEmpty(closed)
                case .moved:
                    // In the same folder: to another one only root may move what it may not write to.
                    try Disk.rename(closed, to: outer + "open")
                    try Disk.setMode(outer + "open", 0o755)
                case .removedWithParent:
                    try removeEmpty(closed)
                    try removeEmpty(outer)
                case .movedWithParent:
                    try Disk.rename(outer, to: daemon.root + "other")
                    try Disk.setMode(daemon.root + "other/closed", 0o755)
                case .movedOut: try Disk.rename(outer, to: daemon.scratch.location + "elsewhere")
                case .hidden: try Disk.write("", to: outer + ".nomedia")
                case .rootRemoved: _ = try client.ask("root-remove \"\(second.display)\"")
                }
                try client.sync()
                #expect(try client.status()["unreadable"]?["directory"] == nil)
                #expect(try client.status()["state"]?.string == "ready")
            }
        }

        /// A folder that may not be listed.
        private func removeEmpty(_ folder: FilePath) throws {
            _ = try SystemFailure.check(folder.withCString { rmdir($0) }, "rmdir")
        }
    }
}
