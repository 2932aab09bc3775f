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

        @Test("holds up no gallery either when it has stopped")
        func stoppedReaderOfGallery() throws {
            try DaemonFixture.run { daemon in
                let scratch = daemon.scratch.location
                let (pipe, output) = (scratch + "pipe", scratch + "gallery-output")
                try Disk.makeFIFO(pipe)
                try Disk.write("", to: output)
                let reader = try SystemFailure.check(
                    pipe.withCString { open($0, O_RDWR | O_NONBLOCK | O_CLOEXEC) },
                    "open"
                )
                defer { close(reader) }
                var filler = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
                while write(reader, &filler, filler.count) > 0 {}
                // It says that it takes no commands, because nobody tells it where.
                let gallery = try ChildProcess(
                    FilePath("/bin/sh"),
                    [
                        "-c", "exec \"$@\" 2>\"\(pipe.display)\"", "sh",
                        try Programs.path(of: "photod-gallery").display, "--socket", daemon.socket.display,
                        "--listen", "127.0.0.1:0", "--state-dir", (scratch + "gallery").display,
                        "--print-url",
                    ],
                    environment: ["HOME=\(scratch.display)"],
                    output: output,
                    log: scratch + "gallery-log"
                )
                try Waiting.until("the gallery says its address", below: scratch) {
                    try !Disk.read(output).isEmpty
                }
                try gallery.signal(SIGTERM)
                #expect(try gallery.wait() == .exited(0))
            }
        }

        @Test(
            "is told priorities where it is the journal, and levels where standard error is not what the journal reads"
        )
        func journal() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try Disk.write([], to: daemon.log)
                let status = try #require(Disk.status(daemon.log))
                daemon.variables = ["JOURNAL_STREAM=\(status.st_dev):\(status.st_ino)"]
                try daemon.start()
                try daemon.stop()
                let toJournal = daemon.logText
                #expect(toJournal.contains("<6>") && !toJournal.contains("photod: info:"))

                daemon.variables = ["JOURNAL_STREAM=\(status.st_dev):\(status.st_ino + 1)"]
                try Disk.write([], to: daemon.log)
                try daemon.start()
                try daemon.stop()
                #expect(daemon.logText.contains("photod: info:") && !daemon.logText.contains("<6>"))
            }
        }

        @Test("is not steered by what photod quotes before there is a log, nor by what the gallery does")
        func quotedBeforeTheLog() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try Disk.write("log-level = \"de\\u001b[31mbug\"\n", to: daemon.configuration)
                #expect(try daemon.spawn(["--check-config"]).wait() == .exited(1))
                #expect(daemon.logText.contains("de\\x1b[31mbug"))
                #expect(!daemon.logText.unicodeScalars.contains("\u{1B}"))

                let gallery = try ChildProcess(
                    try Programs.path(of: "photod-gallery"),
                    ["--listen", "none\u{9B}31m", "--state-dir", daemon.state.display],
                    environment: daemon.environment,
                    log: daemon.log
                )
                #expect(try gallery.wait() == .exited(64))
                #expect(daemon.logText.contains("31m” is no address"))
                #expect(!daemon.logText.unicodeScalars.contains("\u{9B}"))
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
