import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests.HangingMountTests {
    @Test("an edit that hangs holds up no other, and whoever wants it taken back is told what it waits for")
    func edits() throws {
        try Self.run { mount in
            try mount.daemon.start()
            let (client, sender) = (try mount.daemon.connect(), try mount.daemon.connect())
            try client.sync()
            let far = try client.id(of: mount.mount + "a.jpg")
            let near = try client.id(of: mount.daemon.root + "a.jpg")
            try mount.hang()
            _ = try sender.send(
                Request("edit", [far]).adding("description", "Beach").adding("write", "sidecar")
            )
            let line = try #require(try sender.nextLine())
            let batch = try #require(try JSONValue.parse(line)["batch"]?.string)

            // Done when the one that hangs is given up.
            let other = try client.ask("edit \(near) description=Beach write=sidecar").batch
            let refusal = try client.refusal("undo \(batch)")
            #expect(refusal.replyCode == .busy)
            #expect(refusal.message.contains("\(mount.mount.display) does not answer"), "\(refusal.message)")
            #expect(try client.ask("undo \(other)").last?["ok"]?.integer == 1)

            try mount.recover()
            do {
                Issue.record("it was answered: \(try sender.readReply())")
            } catch ClientError.refused(let refusal) { #expect(refusal.replyCode == .timeout) }
        }
    }
}
