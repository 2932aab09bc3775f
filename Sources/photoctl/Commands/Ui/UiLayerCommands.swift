import ArgumentParser

// Commands about what lies above the root: modals, and overlays above those.

extension UiCommand {
    struct ShowModal: SentCommand {
        static let name = "showModal"
        static let configuration = CommandConfiguration(
            commandName: name,
            abstract: "Show a modal, above the root and the modals that there are.",
            discussion: #"photoctl ui showModal '{"layout":{"type":"component","data":{"name":"status"}}}'"#
        )
        @OptionGroup var arguments: SentCommandArguments
    }

    struct DismissModal: SentCommand {
        static let name = "dismissModal"
        static let configuration = CommandConfiguration(
            commandName: name,
            abstract: "Close a modal.",
            discussion: #"photoctl ui dismissModal '{"componentId":"about"}'"#
        )
        @OptionGroup var arguments: SentCommandArguments
    }

    struct DismissAllModals: SentCommand {
        static let name = "dismissAllModals"
        static let configuration = CommandConfiguration(
            commandName: name,
            abstract: "Close all modals."
        )
        @OptionGroup var arguments: SentCommandArguments
    }

    struct ShowOverlay: SentCommand {
        static let name = "showOverlay"
        static let configuration = CommandConfiguration(
            commandName: name,
            abstract: "Show an overlay, above everything.",
            discussion: """
                photoctl ui showOverlay '{"layout":{"id":"sign","type":"component","data":{"name":"text",\
                "passProps":{"text":"We close at six"}}}}'
                """
        )
        @OptionGroup var arguments: SentCommandArguments
    }

    struct DismissOverlay: SentCommand {
        static let name = "dismissOverlay"
        static let configuration = CommandConfiguration(
            commandName: name,
            abstract: "Take an overlay away.",
            discussion: #"photoctl ui dismissOverlay '{"componentId":"sign"}'"#
        )
        @OptionGroup var arguments: SentCommandArguments
    }

    struct DismissAllOverlays: SentCommand {
        static let name = "dismissAllOverlays"
        static let configuration = CommandConfiguration(
            commandName: name,
            abstract: "Take all overlays away."
        )
        @OptionGroup var arguments: SentCommandArguments
    }
}
