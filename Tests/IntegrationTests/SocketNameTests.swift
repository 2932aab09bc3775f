import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("The socket's name")
    struct SocketNameTests {
        private func answers(_ socket: FilePath) -> Bool {
            do {
                let client = try Connection(to: [SocketPath(socket.bytes)], readTimeout: .seconds(30))
                return try client.ask("ping").isEmpty
            } catch { return false }
        }

        private func inode(_ path: FilePath) -> UInt64? { Disk.status(path).map { UInt64($0.st_ino) } }

        @Test(
            "is made again when it is removed or moved away, for the user alone, and who is connected stays so"
        )
        func removed() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for round in 0..<3 {
                    if round == 1 {
                        try Disk.rename(daemon.socket, to: daemon.scratch.location + "elsewhere")
                    } else {
                        try Disk.remove(daemon.socket)
                    }
                    try Waiting.until("the socket is there again") { answers(daemon.socket) }
                    #expect(try #require(Disk.status(daemon.socket)).st_mode & 0o777 == 0o600)
                    #expect(try client.ask("ping").isEmpty)
                }
                try Waiting.until("three lines of the log") {
                    daemon.logText.split(separator: "\n").count { $0.contains("was made again") } == 3
                }
            }
        }

        @Test("is made again when what took its place goes", arguments: [false, true])
        func placeTaken(isMovedAway: Bool) throws {
            try DaemonFixture.run { daemon in
                let other = daemon.scratch.location + "other"
                try Disk.write("other", to: other)
                try Disk.rename(other, to: daemon.socket)
                try Waiting.until("it is said") { daemon.logText.contains("cannot be made again") }
                if isMovedAway {
                    try Disk.rename(daemon.socket, to: other)
                } else {
                    try Disk.remove(daemon.socket)
                }
                try Waiting.until("the socket is there again") { answers(daemon.socket) }
            }
        }

        @Test("is made again with its folder, also when that comes back later")
        func folderRemoved() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let way = daemon.scratch.location + "run"
                let socket = way + "photod" + "socket"
                try Disk.makeFolder(way)
                daemon.arguments = ["--socket", socket.display]
                try daemon.start()
                #expect(answers(socket))
                try Disk.remove(socket)
                try Waiting.until("the socket is there again") { answers(socket) }
                try Disk.rename(way + "photod", to: daemon.scratch.location + "elsewhere")
                try Waiting.until("the folder is there again") { answers(socket) }
                // Now there is no place for the folder, until there is.
                try Disk.rename(way, to: daemon.scratch.location + "away")
                try Disk.remove(daemon.scratch.location + "away" + "photod" + "socket")
                try Waiting.until("it is said") { daemon.logText.contains("cannot be made again") }
                try Disk.makeFolder(way)
                try Waiting.until("all of it is there again") { answers(socket) }
                try daemon.stop()
                #expect(Disk.status(socket) == nil)
            }
        }

        @Test(
            "is made again when a folder far above it is moved away, be the way a link's",
            arguments: [false, true]
        )
        func wayMoved(isLinked: Bool) throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let top = daemon.scratch.location + "top"
                let entrance = isLinked ? daemon.scratch.location + "link" : top
                if isLinked { try Disk.makeSymbolicLink(entrance, to: top) }
                try Disk.makeFolders(top + "one/two")
                let socket = entrance + "one/two/photod/socket"
                daemon.arguments = ["--socket", socket.display]
                try daemon.start()
                #expect(answers(socket))
                for round in 0..<3 {
                    try Disk.rename(
                        round == 1 ? top + "one" : top,
                        to: daemon.scratch.location + "away\(round)"
                    )
                    let lines = round + 1
                    try Waiting.until("it is said") {
                        daemon.logText.split(separator: "\n").count { $0.contains("cannot be made again") }
                            == lines
                    }
                    try Disk.makeFolders(top + "one/two")
                    try Waiting.until("it is there again") { answers(socket) }
                }
                try daemon.stop()
                #expect(Disk.status(socket) == nil)
            }
        }

        @Test("that another daemon has taken meanwhile is left alone")
        func taken() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let other = try UnixSocket.make(SOCK_STREAM)
                defer { close(other) }
                let theirs = daemon.scratch.location + "theirs"
                try UnixSocket.bind(other, to: theirs)
                try SystemFailure.check(listen(other, 5), "listen")
                try Disk.rename(theirs, to: daemon.socket)
                try Waiting.until("it is said") { daemon.logText.contains("another daemon answers") }
                let inode = inode(daemon.socket)
                try daemon.stop()
                #expect(self.inode(daemon.socket) == inode)
                _ = client
            }
        }

        @Test(
            "that is another program's, for datagrams, is no stale one: it is left alone as long as it is read"
        )
        func datagrams() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let other = try UnixSocket.make(SOCK_DGRAM)
                try UnixSocket.bind(other, to: daemon.socket)
                let inode = inode(daemon.socket)
                #expect(try daemon.spawn().wait() == .exited(1))
                #expect(daemon.logText.contains("another program's socket is there"))
                #expect(self.inode(daemon.socket) == inode)
                close(other)
                try daemon.start()
                #expect(answers(daemon.socket))
            }
        }
    }
}
