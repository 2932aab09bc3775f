import ArgumentParser

// Commands about a screen as a whole, and about options.

extension UiCommand {
    struct SetRoot: SentCommand {
        static let name = "setRoot"
        static let configuration = CommandConfiguration(
            commandName: name,
            abstract: "Put something in the place of all that a screen shows.",
            discussion: """
                photoctl ui setRoot '{"root":{"id":"left","type":"stack","children":[{"id":"months","type":"component",\
                "data":{"name":"months"}}]}}'
                """
        )
        @OptionGroup var arguments: SentCommandArguments
    }

    struct MergeOptions: SentCommand {
        static let name = "mergeOptions"
        static let configuration = CommandConfiguration(
            commandName: name,
            abstract: "Change options of something that is open.",
            discussion: """
                photoctl ui mergeOptions '{"componentId":"months","options":{"topBar":{"title":{"text":"1998 to 2026"}}}}'
                """
        )
        @OptionGroup var arguments: SentCommandArguments
    }

    struct SetDefaultOptions: SentCommand {
        static let name = "setDefaultOptions"
        static let configuration = CommandConfiguration(
            commandName: name,
            abstract: "Set the options that hold where nothing else is said.",
            discussion: """
                photoctl ui setDefaultOptions '{"options":{"topBar":{"background":{"color":"#102030"}}}}'
                """
        )
        @OptionGroup var arguments: SentCommandArguments
    }
}
