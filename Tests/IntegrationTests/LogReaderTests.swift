import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Whoever reads the log")
    struct LogReaderTests {
        @Test("holds up neither a reload nor the end when it has stopped, and is told what it missed")
        func stoppedReader() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let pipe = daemon.scratch.location + "pipe"
                try Disk.makeFIFO(pipe)
                let reader = try SystemFailure.check(
                    pipe.withCString { open($0, O_RDWR | O_NONBLOCK | O_CLOEXEC) },
                    "open"
                )
                defer { close(reader) }
                var filler = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
                while write(reader, &filler, filler.count) > 0 {}
                daemon.launcher = ["/bin/sh", "-c", "exec \"$@\" 2>\"\(pipe.display)\"", "sh"]
                try daemon.start()
                let client = try daemon.connect()
                for _ in 0..<3 { #expect(try client.ask("reload").isEmpty) }
                try daemon.running.signal(SIGHUP)
                try daemon.notify.wait(for: "READY=1", from: try daemon.running)
                // It reads again.
                var text: [UInt8] = []
                func readOn() {
                    while case let count = read(reader, &filler, filler.count), count > 0 {
                        text += filler[..<count]
                    }
                }
                readOn()
                #expect(try client.ask("reload").isEmpty)
                try daemon.stop()
                readOn()
                #expect(String(decoding: text, as: UTF8.self).contains("lines of this log were left out"))
            }
        }

        @Test("cannot be told a line by a file's name")
        func forgedLines() throws {
            try DaemonFixture.run { daemon in
                let folder = daemon.root.appending(FileName("x\nphotod: info: forged\n<0>forged\u{1B}[2J"))
                try Disk.makeFolder(folder)
                try Disk.write("nonsense = 1", to: OptionFiles.path(in: folder))
                try daemon.connect().sync()
                try Waiting.until("the file is told of") { daemon.logText.contains("nonsense") }
                #expect(daemon.logText.contains("x\\nphotod: info: forged\\n<0>forged\\x1b[2J"))
                for line in daemon.logText.split(separator: "\n") {
                    #expect(!line.hasPrefix("photod: info: forged") && !line.hasPrefix("<0>"))
                }
            }
        }
    }
}
