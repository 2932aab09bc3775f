import ArgumentParser
import LineProtocol

struct RootsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roots",
        abstract: "List the library's folders, add one or take one out.",
        subcommands: [List.self, Add.self, Remove.self],
        defaultSubcommand: List.self
    )

    @OptionGroup var global: GlobalOptions

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the library's folders.",
            discussion: "Fields: path, or uri where the path is not UTF-8, source, state, photos, videos."
        )

        @OptionGroup var global: GlobalOptions

        func run() throws {
            _ = try Session(global).print(Request("roots"), as: RootListing.listing)
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a folder to the library."
        )

        @Argument(help: "The folder.", completion: .directory)
        var path: String

        @OptionGroup var global: GlobalOptions

        func run() throws {
            let request = Request("root-add", [PathArgument.word(path)])
            try Session(global).printObject(request, view: ObjectView.text)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Take a folder out of the library; its files stay."
        )

        @Argument(help: "The folder.", completion: .directory)
        var path: String

        @OptionGroup var global: GlobalOptions

        func run() throws {
            let request = Request("root-remove", [PathArgument.word(path)])
            try Session(global).printObject(request, view: ObjectView.text)
        }
    }
}
