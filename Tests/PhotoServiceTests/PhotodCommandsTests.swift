import Testing

@testable import PhotoService

@Suite("photod's commands")
struct PhotodCommandsTests {
    private let definitions = PhotodCommands.table.definitions

    @Test("every command is described once, and its usage begins with its name")
    func table() {
        let names = definitions.all.map(\.name)
        #expect(Set(names).count == names.count)
        for command in definitions.all {
            #expect(command.usage == command.name || command.usage.hasPrefix(command.name + " "))
            #expect(!command.summary.isEmpty && !command.since.isEmpty)
            for option in command.options {
                #expect(command.usage.contains(option + "="), "\(command.name) does not explain \(option)=")
            }
            #expect(definitions[command.name] == command)
        }
    }

    @Test("all commands of this release are there")
    func complete() {
        let expected = """
            ping close commands config reload status stats months count photos videos items groups group find favorites unreadable photo thumbnail preview video frame viewed edit import trash batches batch undo \
            changes subscribe unsubscribe sync rescan verify options roots root-add root-remove command_list_begin command_list_end
            """
        #expect(Set(definitions.all.map(\.name)) == Set(expected.split(separator: " ").map(String.init)))
    }

    @Test("only commands that read may stand in a list")
    func lists() {
        let writing = [
            "thumbnail", "preview", "video", "frame", "viewed", "edit", "import", "trash", "undo", "rescan",
            "verify",
            "root-add",
            "root-remove",
            "reload",
            "sync",
            "subscribe", "close",
        ]
        for name in writing { #expect(PhotodCommands.table[name]?.readsOnly == false) }
    }
}
