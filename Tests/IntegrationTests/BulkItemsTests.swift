import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("items")
    struct BulkItemsTests {
        private static let unknown = "B84E8479-475C-4727-A4A4-B77AA9980897/L0/001"

        @Test(
            "are those that were asked for, in that order, as photos lists them; what is not there is said to be so"
        )
        func ask() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for serial in 0..<5 { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
                try Disk.write("no photo", to: daemon.root + "5.jpg")
                try client.sync()
                let all = try client.allItems()
                try #require(all.count == 6)
                let ids = all.compactMap { $0["id"]?.string }
                let long = (daemon.root + String(repeating: "é", count: 120)).uri
                let wanted = [ids[3], ids[0], Self.unknown, ids[3], "nonsense", ids[5], long]
                let answers = try upload(client, "items ids=@", wanted)
                #expect(answers.map { $0["id"]?.string } == wanted)
                #expect(
                    answers[0] == all[3] && answers[1] == all[0] && answers[3] == all[3]
                        && answers[5] == all[5]
                )
                for missing in [2, 4, 6] { #expect(answers[missing]["error"]?.string == "no-such") }
                #expect(try client.ask("items \(wanted.joined(separator: " "))") == answers)

                let few = try upload(client, "items ids=@ fields=filename,state", [ids[1], Self.unknown])
                #expect(
                    few[0].json == "{\"filename\":\"\(all[1]["filename"]?.string ?? "")\",\"state\":\"ok\"}"
                )
                #expect(few[1]["error"]?.string == "no-such")
                let path = daemon.root + "2.jpg"
                let named = try client.ask("items \(path.display) ph://\(ids[2])")
                #expect(named.map { $0["id"]?.string } == [try client.id(of: path), ids[2]])
            }
        }

        @Test("say of a member the same whether it is asked for alone or among all")
        func eachAlone() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                try client.sync()
                let id = try client.id(of: daemon.root + "a.jpg")
                let edit = try client.ask(
                    "edit \(id) favorite=yes group=Beach description=Sunset location=48.2,16.4,170 date=2004-12-24 write=index"
                )
                #expect(edit.last?["ok"]?.integer == 1, "\(edit.map(\.json))")
                let all = try #require(try client.ask("items \(id)").first)
                let told = ItemFields.names.filter { all[$0] != nil }
                #expect(
                    Set(["group", "description", "altitude", "size", "width", "modified"]).isSubset(of: told)
                )
                for name in ItemFields.names {
                    let alone = try #require(try client.ask("items \(id) fields=\(name)").first)
                    #expect(alone[name] == all[name], "\(name)")
                }
            }
        }

        @Test("may stand in a list of commands, but not with a list of their own")
        func inLists() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                try client.sync()
                let id = try client.id(of: daemon.root + "a.jpg")
                let list = "command_list_begin\nitems \(id) fields=id\ncount undated\ncommand_list_end"
                #expect(try client.ask(list).first?["id"]?.string == id)
                #expect(try client.readReply().count == 1)
                #expect(try client.readReply().isEmpty)
                for request in [
                    "items", "items ids=7", "items ids=@\n",
                    "command_list_begin\nitems ids=@\ncommand_list_end",
                ] {
                    #expect(try client.refusal(request).replyCode == .argument, "\(request)")
                }
                #expect(try client.ask("ping").isEmpty)
            }
        }

        @Test("of ten thousand come whole and in order")
        func many() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for number in 0..<500 { try Disk.write("", to: daemon.root + "\(number).jpg") }
                try client.sync()
                let ids = try client.allItems().compactMap { $0["id"]?.string }
                let wanted = (0..<10_000).map { ids[$0 * 7 % ids.count] }
                let answers = try upload(client, "items ids=@ fields=id,uri", wanted)
                #expect(answers.map { $0["id"]?.string } == wanted)
            }
        }

        private func upload(_ client: Connection, _ request: String, _ ids: [String]) throws -> [JSONValue] {
            try client.ask(([request] + ids + [""]).joined(separator: "\n"))
        }
    }
}
