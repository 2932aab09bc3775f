import Glibc
import LineProtocol
import PhotoModel
import Synchronization
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("photoctl ui, the program, and a gallery that answers as the test wants")
    struct UiProgramTests {
        /// A run that has been begun.
        private struct Run {
            let process: ChildProcess
            let output: FilePath
            let errors: FilePath

            var text: String { get throws { String(decoding: try Disk.read(output), as: UTF8.self) } }
            var complaints: String { get throws { String(decoding: try Disk.read(errors), as: UTF8.self) } }
        }

        private func start(_ folder: TemporaryFolder, _ words: [String]) throws -> Run {
            let errors = folder.location("errors")
            try Disk.write("", to: errors)
            let process = try ChildProcess(
                try Programs.path(of: "photoctl"),
                words,
                environment: ["HOME=\(folder.path)", "PHOTOD_GALLERY_SOCKET=\(folder.path("no-gallery"))"],
                output: folder.location("output"),
                log: errors
            )
            return Run(process: process, output: folder.location("output"), errors: errors)
        }

        /// Runs it to its end.
        private func photoctl(_ folder: TemporaryFolder, _ words: String...) throws -> (
            end: ChildProcess.End, text: String, errors: String
        ) {
            let run = try start(folder, words)
            let end = try run.process.wait()
            return (end, try run.text, try run.complaints)
        }

        @Test("a command goes to the gallery as it was written, and what comes of it is a record a screen")
        func command() throws {
            let folder = try TemporaryFolder()
            try FakeGallery.run { _, peer in
                peer.send(#"{"screen":"attic","commandId":"17","componentId":"november","time":12.5}"# + "\n")
                peer.send(#"{"screen":"hall","commandId":"17","componentId":"november","time":8}"# + "\nOK\n")
            } _: { gallery, path in
                let json = #"{ "componentId" : "months",  "layout":{"type":"component"} }"#
                let run = try photoctl(
                    folder,
                    "ui",
                    "push",
                    json,
                    "--timeout",
                    "5",
                    "--gallery-socket",
                    path
                )
                #expect(run.end == .exited(0) && run.errors.isEmpty)
                #expect(
                    run.text == "attic\t17\tnovember\t12.5\t\t\t\t\nhall\t17\tnovember\t8\t\t\t\t\n"
                )
                let quoted = json.replacing("\"", with: "\\\"")
                #expect(gallery.lines == ["ui push \"\(quoted)\" timeout=5"])
            }
        }

        @Test("a large command is uploaded from a file, and is the same JSON there")
        func upload() throws {
            let folder = try TemporaryFolder()
            let texts = (0..<30_000).map { JSONValue.string("“\($0)”, \"\\") }
            var writer = JSONWriter()
            writer.value(.array(texts))
            try folder.write("large.json", writer.bytes)
            try FakeGallery.run { _, peer in
                peer.send("OK\n")
            } _: { gallery, path in
                let run = try photoctl(
                    folder,
                    "ui",
                    "setRoot",
                    "@" + folder.path("large.json"),
                    "--screen",
                    "hall",
                    "--gallery-socket",
                    path
                )
                #expect(run.end == .exited(0), "\(run.errors)")
                #expect(gallery.lines == ["ui setRoot screen=hall json=@"])
                #expect(try JSONValue.parse(gallery.uploads.first ?? "") == .array(texts))
            }
        }

        @Test(
            "exit codes say what came of it",
            arguments: [
                (#"{"screen":"hall","commandId":"1","time":1}"# + "\nOK\n", 0),
                (#"{"screen":"hall","commandId":"1","error":"no-stack","message":"m"}"# + "\nOK\n", 4),
                (#"{"screen":"hall","commandId":"1","error":"timeout","message":"m"}"# + "\nOK\n", 5),
                ("ACK [50@0] {ui} no-such: no-stack: x is in no stack\n", 4),
                ("ACK [57@0] {ui} timeout: not done in 10 seconds\n", 5),
                ("ACK [5@0] {ui} unknown-command: what is pop?\n", 4),
            ]
        )
        func exitCodes(answer: String, status: Int32) throws {
            let folder = try TemporaryFolder()
            try FakeGallery.run { _, peer in
                peer.send(answer)
            } _: { _, path in
                let run = try photoctl(folder, "ui", "pop", "{}", "--gallery-socket", path)
                #expect(run.end == .exited(status))
                #expect(run.errors.isEmpty == (status == 0))
            }
        }

        @Test("without a gallery it ends with 3 and says how to start one, and wrong words with 2")
        func unreachable() throws {
            let folder = try TemporaryFolder()
            for words in [["screens"], ["pop"], ["watch"], ["slideshow", "2016-11"], ["demo"]] {
                let run = try start(folder, ["ui"] + words)
                #expect(try run.process.wait() == .exited(3), "\(words)")
                let complaints = try run.complaints
                #expect(complaints.contains("no-gallery: there is no such socket"), "\(complaints)")
                #expect(complaints.contains("photoctl gallery"), "\(complaints)")
            }
            #expect(try photoctl(folder, "ui", "psuh").end == .exited(2))
            let missing = try photoctl(folder, "ui", "push", "@" + folder.path("missing"))
            #expect(missing.end == .exited(2) && missing.errors.contains("missing: No such file"))
        }

        @Test("screens are records, and a tree is printed as it is with --json")
        func questions() throws {
            let folder = try TemporaryFolder()
            let tree = #"{"screen":"hall","root":null,"modals":[],"overlays":[],"defaultOptions":{}}"#
            let screen =
                #"{"screen":"hall","open":true,"width":1920,"height":1080,"topmost":null,"running":null,"waiting":0,"kept":true}"#
            try FakeGallery.run { line, peer in
                peer.send((line.hasPrefix("ui tree") ? tree : screen) + "\nOK\n")
            } _: { gallery, path in
                let screens = try photoctl(folder, "ui", "screens", "--gallery-socket", path)
                #expect(screens.text == "hall\ttrue\t1920\t1080\t\t\t0\ttrue\n")
                #expect(gallery.lines == ["ui screens"])
            }
            try FakeGallery.run { _, peer in
                peer.send(tree + "\nOK\n")
            } _: { gallery, path in
                let said = try photoctl(folder, "ui", "tree", "hall", "--json", "--gallery-socket", path)
                #expect(said.text == tree + "\n")
                #expect(gallery.lines == ["ui tree hall"])
            }
        }

        @Test("watch prints each event when it comes, and ends well with Ctrl-C or without a reader")
        func watch() throws {
            let folder = try TemporaryFolder()
            let events = [
                #"{"event":"screenOpened","screen":"hall"}"#, #"{"event":"ready"}"#,
                #"{"event":"screenPopped","screen":"hall","componentId":"é"}"#,
            ]
            let answer: @Sendable (String, FakePeer) -> Void = { _, peer in
                for event in events { peer.send(event + "\n") }
            }
            try FakeGallery.run(answer) { gallery, path in
                let run = try start(folder, ["ui", "watch", "--screen", "hall", "--gallery-socket", path])
                let whole = events.map { $0 + "\n" }.joined()
                try Waiting.until("the events are printed", below: folder.location) { try run.text == whole }
                #expect(gallery.lines == ["subscribe ui screen=hall"])
                try run.process.signal(SIGINT)
                #expect(try run.process.wait() == .exited(0))
                #expect(try run.complaints.isEmpty)
            }
            // Nothing more comes that could not be written.
            try FakeGallery.run(answer) { _, path in
                let shell = try ChildProcess(
                    FilePath("/bin/sh"),
                    [
                        "-c", #"{ "$1" ui watch --gallery-socket "$2"; echo $? >"$3"; } | head -n 3 >"$4""#,
                        "sh",
                        try Programs.path(of: "photoctl").display, path, folder.path("status"),
                        folder.path("head"),
                    ],
                    environment: ["PATH=/usr/bin:/bin"],
                    log: folder.location("errors")
                )
                #expect(try shell.wait() == .exited(0))
                #expect(try folder.text("status") == "0\n")
            }
        }
    }
}
