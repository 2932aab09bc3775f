import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Whoever reads the log")
    struct LogReaderTests {
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
