import JSON
import LineProtocol
import Testing

@testable import Navigation

@Suite("What a machine is told, as text")
struct InputTests {
    private func written(_ input: NavigationInput) -> String {
        var writer = JSONWriter()
        input.write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(
        "what is written is read as the same",
        arguments: [
            #"{"launched":true}"#, #"{"finished":"17","time":12.5}"#, #"{"finished":"restore","time":0}"#,
            #"{"gesture":"back"}"#, #"{"gesture":"selectTab","componentId":"tabs","index":2}"#,
            #"{"command":"dismissAllOverlays","commandId":"3"}"#,
            #"{"command":"push","commandId":"4","componentId":"a","layout":{"type":"component","data":{"name":"text","passProps":{"text":"“\u0007\"\\\n日本","more":[1,-0.5,null,true,{}]}}}}"#,
        ]
    )
    func roundTrip(_ line: String) throws {
        let input = try NavigationInput(parsing: line.utf8)
        #expect(try JSONValue.parse(written(input)) == JSONValue.parse(line))
        #expect(written(try NavigationInput(parsing: written(input).utf8)) == written(input))
    }

    @Test("a command's members are a text, and its id is whose it is to give")
    func commands() throws {
        let push = try NavigationInput.command(id: "7", name: "pop", parsing: #"{"componentId":"a"}"#.utf8)
        #expect(written(push) == #"{"command":"pop","commandId":"7","componentId":"a"}"#)
        let none = try NavigationInput.command(id: "8", name: "dismissAllModals", parsing: "".utf8)
        #expect(written(none) == #"{"command":"dismissAllModals","commandId":"8"}"#)
        for (name, text, reason) in [
            ("psuh", "{}", .unknownCommand), ("push", "{", .malformed), ("push", "[]", .malformed),
            ("push", #"{"a":1,"a":2}"#, .malformed), ("push", #"{"commandId":"1"}"#, .malformed),
            ("push", #"{"command":"pop"}"#, .malformed), ("push", "{\"a\":\"\u{0}\"}", .malformed),
        ] as [(String, String, NavigationError.Reason)] {
            do throws(NavigationError) {
                _ = try NavigationInput.command(id: "1", name: name, parsing: text.utf8)
                Issue.record("\(name) \(text) was taken")
            } catch { #expect(error.reason == reason, "\(name) \(text)") }
        }
        let own = try JSONValue.parse(#"{"command":"pop","componentId":"a"}"#)
        #expect(written(try NavigationInput(own, commandID: "9")).contains(#""commandId":"9""#))
        let other = try JSONValue.parse(#"{"command":"pop","commandId":"1"}"#)
        #expect(throws: NavigationError.self) { try NavigationInput(other, commandID: "9") }
    }

    @Test("all that waits is written for a machine that goes on from there, in its order")
    func whole() throws {
        var display = Display()
        _ = try display.tell(
            #"{"command":"showOverlay","commandId":"1","layout":{"id":"o","type":"component","data":{"name":"all"}}}"#
        )
        let lines = [
            #"{"command":"dismissOverlay","commandId":"2","componentId":"o"}"#, #"{"gesture":"back"}"#,
            #"{"command":"dismissAllOverlays","commandId":"3"}"#,
        ]
        for line in lines { #expect(try display.tell(line).isEmpty) }
        var writer = JSONWriter()
        display.navigation.writeWhole(to: &writer)
        let whole = try JSONValue.parse(writer.bytes)
        #expect(whole["running"] == .string("1"))
        #expect(whole["waiting"] == .array(try lines.map { try JSONValue.parse($0) }))
        #expect(display.navigation.waitingInputs.count == 3)
        let tree = try NavigationTree(parsing: writer.bytes)
        #expect(tree.overlays == ["o"] && !tree.isEmpty && NavigationTree().isEmpty)
    }

    @Test("each refusal has the code of an ACK that tells what to do about it")
    func codes() {
        let codes: [ReplyCode: Set<NavigationError.Reason>] = [
            .unknownCommand: [.unknownCommand],
            .noSuch: [.noSuch, .noStack, .nothingToPop, .notModal, .notOverlay],
            .tooLarge: [.tooManyNodes, .tooDeep, .dataTooLarge],
            .busy: [.busy],
            .argument: [
                .malformed, .badID, .duplicateID, .unknownType, .misplaced, .noChildren, .wrongChildren,
                .unknownComponent, .badProperty, .unknownOption, .badOption,
            ],
        ]
        for reason in NavigationError.Reason.allCases {
            let expected = codes.first { $0.value.contains(reason) }?.key
            #expect(NavigationError(reason).replyCode == expected, "\(reason)")
        }
    }
}
