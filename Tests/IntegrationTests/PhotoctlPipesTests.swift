import CShims
import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("photoctl and the pipes that it reads and writes")
    struct PhotoctlPipesTests {
        /// A pipe of which one end is photoctl's, as its descriptor 3.
        private final class Pipe {
            enum End { case reading, writing }

            private let (theirs, own): (Int32, Int32)
            private var isOpen = (theirs: true, own: true)
            private let end: End
            private let pages: Int32
            private static let page: Int32 = 4096

            /// - Parameters:
            ///   - end: which photoctl has.
            ///   - waits: whether reading and writing wait there, as they do unless somebody who shares it wants otherwise.
            ///   - pages: how many it holds.
            init(_ end: End, waits: Bool, pages: Int32 = 1) throws {
                self.end = end
                self.pages = pages
                var ends: [Int32] = [-1, -1]
                // One page, and neither end waits.
                try SystemFailure.check(photod_words_pipe(&ends), "photod_words_pipe")
                (theirs, own) = end == .reading ? (ends[0], ends[1]) : (ends[1], ends[0])
                try SystemFailure.check(fcntl(own, F_SETFL, 0), "F_SETFL")
                // F_SETPIPE_SZ
                try SystemFailure.check(fcntl(own, 1031, pages * Self.page), "fcntl")
                if waits { try SystemFailure.check(fcntl(theirs, F_SETFL, 0), "F_SETFL") }
            }

            deinit {
                if isOpen.theirs { close(theirs) }
                closeOwn()
            }

            /// Starts photoctl with it. An end to write to is photoctl's alone from then on; that there is no reader any more would end
            /// the test.
            func start(_ words: [String], _ folder: FilePath) throws -> ChildProcess {
                let place = end == .writing ? ">&3" : "<&3"
                let process = try ChildProcess(
                    FilePath("/bin/sh"),
                    ["-c", "exec \"$0\" \"$@\" \(place)", try Programs.path(of: "photoctl").display] + words,
                    environment: ["HOME=\(folder.display)", "PATH=/usr/bin:/bin"],
                    output: folder + "output",
                    log: folder + "errors",
                    passing: [theirs]
                )
                if end == .writing {
                    close(theirs)
                    isOpen.theirs = false
                }
                return process
            }

            func closeOwn() {
                if isOpen.own { close(own) }
                isOpen.own = false
            }

            /// How many bytes lie in it (FIONREAD).
            private var count: Int32 {
                var count: Int32 = 0
                return photod_ioctl_int(own, 0x541B, &count) == 0 ? count : -1
            }

            func waitUntilFull() throws {
                try Waiting.until("the pipe is full") { count == pages * Self.page }
            }

            /// Waits until no page is free, where each holds as many short lines as fit.
            func waitUntilStalled() throws {
                try Waiting.until("the pipe has no room") { count > (pages - 1) * (Self.page - 96) }
            }

            func waitUntilEmpty() throws {
                try Waiting.until("the pipe is empty") { count == 0 }
            }

            func write(_ text: String) throws {
                let bytes = Array(text.utf8)
                try SystemFailure.check(
                    bytes.withUnsafeBytes { Glibc.write(own, $0.baseAddress, $0.count) },
                    "write"
                )
            }

            func readToEnd() throws -> [UInt8] {
                var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
                while true {
                    let count = try SystemFailure.check(read(own, &buffer, buffer.count), "read")
                    if count == 0 { return bytes }
                    bytes += buffer[..<count]
                }
            }
        }

        private func errors(_ folder: FilePath) -> String {
            do { return String(decoding: try Disk.read(folder + "errors"), as: UTF8.self) } catch {
                return "\(error)"
            }
        }

        @Test("a pipe to write to that does not wait gets all the same")
        func slowReader() throws {
            let temporary = try TemporaryFolder()
            let folder = temporary.location
            let words = ["--generate-completion-script", "bash"]
            let whole = try ChildProcess(
                try Programs.path(of: "photoctl"),
                words,
                output: folder + "whole",
                log: folder + "errors"
            )
            #expect(try whole.wait() == .exited(0))
            let pipe = try Pipe(.writing, waits: false)
            let process = try pipe.start(words, folder)
            try pipe.waitUntilFull()
            #expect(try pipe.readToEnd() == Disk.read(folder + "whole"))
            #expect(try process.wait() == .exited(0))
            #expect(errors(folder).isEmpty)
        }

        @Test("a pipe to read from that does not wait is read to its end")
        func slowWriter() throws {
            try DaemonFixture.run { daemon in
                for serial in 0...1 { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
                try daemon.connect().sync()
                let scratch = daemon.scratch.location
                let pipe = try Pipe(.reading, waits: false)
                let words = ["--socket", daemon.socket.display, "viewed", "-"]
                let process = try pipe.start(words, scratch)
                for serial in 0...1 {
                    try pipe.write((daemon.root + "\(serial).jpg").display + "\n")
                    try pipe.waitUntilEmpty()
                }
                pipe.closeOwn()
                #expect(try process.wait() == .exited(0), "\(errors(scratch))")
                let output = String(decoding: try Disk.read(scratch + "output"), as: UTF8.self)
                #expect(output.split(separator: "\n").count == 2)
            }
        }

        @Test(
            "who has stopped reading events is noticed before the next one comes",
            arguments: [["watch", "photos"], ["status", "--follow", "--json"]]
        )
        func gone(_ words: [String]) throws {
            let folder = try TemporaryFolder()
            let daemon = try FakeDaemon { peer in
                peer.send("OK photod 1\n")
                guard peer.readLine() != nil else { return }
                peer.send(#"{"event":"status","state":"scanning","clock":"c:0:1"}"# + "\n")
                // Says nothing more, until the client has hung up.
                while peer.readLine() != nil {}
            }
            let shell = try ChildProcess(
                FilePath("/bin/sh"),
                [
                    "-c",
                    #"{ program=$1; shift; "$program" "$@"; echo $? >"$STATUS"; } | head -n 1 >"$HEAD""#,
                    "sh",
                    try Programs.path(of: "photoctl").display, "--socket", daemon.path,
                ] + words,
                environment: [
                    "PATH=/usr/bin:/bin", "STATUS=\(folder.path("status"))", "HEAD=\(folder.path("head"))",
                ],
                log: folder.location("errors")
            )
            #expect(try shell.wait() == .exited(0))
            #expect(try folder.text("status") == "0\n")
            #expect(try folder.text("head").contains("scanning"))
            try daemon.stop()
        }

        @Test("what changes something goes on to its end where nobody reads of it", arguments: [0, 1])
        func unread(_ failed: Int) throws {
            let folder = try TemporaryFolder()
            let daemon = try Self.daemon(failed: failed)
            let pipe = try Pipe(.writing, waits: true)
            let process = try pipe.start(["--socket", daemon.path, "undo", "batch"], folder.location)
            pipe.closeOwn()
            #expect(try process.wait() == .exited(failed == 0 ? 0 : 4))
            #expect(errors(folder.location) == (failed == 0 ? "" : "photoctl: 1 of 3000 failed\n"))
            try daemon.stop()
        }

        @Test(
            "what changes something goes on to its end where it cannot be written, and says so",
            arguments: [0, 1]
        )
        func unwritable(_ failed: Int) throws {
            let folder = try TemporaryFolder()
            let daemon = try Self.daemon(failed: failed)
            let process = try ChildProcess(
                try Programs.path(of: "photoctl"),
                ["--socket", daemon.path, "undo", "batch"],
                output: FilePath("/dev/full"),
                log: folder.location + "errors"
            )
            #expect(try process.wait() == .exited(4))
            #expect(errors(folder.location).contains("cannot write the output"))
            #expect(errors(folder.location).contains("1 of 3000 failed") == (failed == 1))
            try daemon.stop()
        }

        /// Tells of three thousand files that were put back, more than photoctl holds before it writes.
        private static func daemon(failed: Int) throws -> FakeDaemon {
            try FakeDaemon { peer in
                peer.send("OK photod 1\n")
                guard peer.readLine() != nil else { return }
                for number in 0..<3000 {
                    peer.send(
                        #"{"result":"ok","path":"/photos/2016/a long name for a photo/\#(number).jpg"}"#
                            + "\n"
                    )
                }
                peer.send(#"{"ok":\#(3000 - failed),"errors":\#(failed)}"# + "\nOK\n")
                while peer.readLine() != nil {}
            }
        }

        @Test("ui watch is ended by a signal where its reader stands still", arguments: [SIGINT, SIGTERM])
        func interrupted(_ signal: Int32) throws {
            let temporary = try TemporaryFolder()
            let folder = temporary.location
            try FakeGallery.run { _, peer in
                for number in 0..<3000 {
                    peer.send(#"{"event":"screenOpened","screen":"hall\#(number)"}"# + "\n")
                }
            } _: { _, path in
                let pipe = try Pipe(.writing, waits: true, pages: 16)
                let process = try pipe.start(["ui", "watch", "--gallery-socket", path], folder)
                try pipe.waitUntilStalled()
                try process.signal(signal)
                #expect(try process.wait() == .exited(0), "\(errors(folder))")
            }
        }
    }
}
