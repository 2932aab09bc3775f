import ArgumentParser

// Commands about the children of stacks.

extension UiCommand {
    struct Push: SentCommand {
        static let name = "push"
        static let configuration = CommandConfiguration(
            commandName: name,
            abstract: "Open something above what a stack shows.",
            discussion: """
                photoctl ui push '{"componentId":"months","layout":{"type":"component","data":{"name":"month",\
                "passProps":{"month":"2016-11"}}}}'
                """
        )
        @OptionGroup var arguments: SentCommandArguments
    }

    struct Pop: SentCommand {
        static let name = "pop"
        static let configuration = CommandConfiguration(
            commandName: name,
            abstract: "Close what a stack shows.",
            discussion: #"photoctl ui pop '{"componentId":"november"}'"#
        )
        @OptionGroup var arguments: SentCommandArguments
    }

    struct PopTo: SentCommand {
        static let name = "popTo"
        static let configuration = CommandConfiguration(
            commandName: name,
            abstract: "Close what lies above something in a stack.",
            discussion: #"photoctl ui popTo '{"componentId":"november"}'"#
        )
        @OptionGroup var arguments: SentCommandArguments
    }

    struct PopToRoot: SentCommand {
        static let name = "popToRoot"
        static let configuration = CommandConfiguration(
            commandName: name,
            abstract: "Close all but the first in a stack.",
            discussion: #"photoctl ui popToRoot '{"componentId":"november"}'"#
        )
        @OptionGroup var arguments: SentCommandArguments
    }

    struct SetStackRoot: SentCommand {
        static let name = "setStackRoot"
        static let configuration = CommandConfiguration(
            commandName: name,
            abstract: "Put something in the place of all that is in a stack.",
            discussion: """
                photoctl ui setStackRoot '{"componentId":"left","children":[{"type":"component","data":{"name":"favorites"}}]}'
                """
        )
        @OptionGroup var arguments: SentCommandArguments
    }
}
