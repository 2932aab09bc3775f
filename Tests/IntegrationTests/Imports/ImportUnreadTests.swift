import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Photos whose reader does not run")
    struct UnreadTests {
        @Test(
            "stay where they are, with the reason, and are imported once it runs",
            arguments: ["move", "copy"]
        )
        func unread(action: String) throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                // It ends before it is ready, as it does where a library of its is missing.
                try daemon.replaceExtract(by: "photoctl")
                let inbox = daemon.scratch.location + "inbox"
                try Disk.makeFolder(inbox)
                for number in 1...3 { try Disk.writePhoto(number, to: inbox + "\(number).jpg") }
                let before = try Contents.files(below: inbox)
                try daemon.start()
                let lines = try daemon.connect().ask("import \(inbox.display) action=\(action)")
                #expect(lines.results == ["error": 3], "\(lines.json)")
                for refusal in lines.refusals {
                    #expect(refusal["name"]?.string == "busy")
                    #expect(refusal["message"]?.string?.contains("could not be read just now") == true)
                }
                #expect(try Contents.files(below: inbox) == before)
                #expect(try Contents.files(below: daemon.root).isEmpty)
                try daemon.stop()
                daemon.otherProgram = nil
                try daemon.start()
                let again = try daemon.connect().ask("import \(inbox.display) action=\(action)")
                #expect(again.results == ["ok": 3], "\(again.json)")
            }
        }
    }
}
