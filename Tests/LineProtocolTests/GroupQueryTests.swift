import PhotoModel
import Testing

@testable import LineProtocol

@Suite("What group and groups are asked for")
struct GroupQueryTests {
    private func arguments(_ line: String) throws -> Arguments {
        try Arguments(#require(try RequestParser.parse(line, knowing: .trial)), knowing: .trial)
    }

    private func refusal(_ line: String) -> ProtocolError? {
        do {
            let arguments = try arguments(line)
            if arguments.request.command == "group" {
                _ = try GroupQuery(arguments)
            } else {
                _ = try GroupsQuery(arguments)
            }
            return nil
        } catch {
            return error as? ProtocolError
        }
    }

    @Test("a name, or Other, and all that pages are asked for")
    func group() throws {
        let beach = try GroupQuery(arguments("group \"Beach trip\" type=video from=2016 limit=5 unviewed=1"))
        #expect(beach.name == "Beach trip" && beach.page.type == .video && beach.page.limit == 5)
        #expect(beach.dates?.from == LocalTime(year: 2016, month: 1, day: 1) && beach.page.unviewedOnly)
        #expect(try GroupQuery(arguments("group other=1 offset=3")).name == nil)
        #expect(try GroupQuery(arguments("group Other")).name == "Other")
        #expect(try GroupQuery(arguments("group Trip other=0")).name == "Trip")
    }

    @Test(
        "what does not say which group, or says two, is refused",
        arguments: [
            "group", "group other=0", "group Trip other=1", "group \" \"", "group a b", "group a group=b",
        ]
    )
    func badGroup(line: String) {
        #expect(refusal(line)?.code == .argument)
    }

    @Test("groups takes a type and a number")
    func groups() throws {
        let asked = try GroupsQuery(arguments("groups type=photo limit=3"))
        #expect(asked.type == .photo && asked.limit == 3)
        #expect(try GroupsQuery(arguments("groups")).limit == nil)
        for line in [
            "groups limit=0", "groups limit=x", "groups type=raw", "groups offset=1", "groups Beach",
        ] {
            #expect(refusal(line)?.code == .argument, "\(line)")
        }
    }
}
