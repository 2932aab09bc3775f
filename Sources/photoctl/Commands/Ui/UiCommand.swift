import ArgumentParser

struct UiCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ui",
        abstract: "Say what the gallery's screens show.",
        discussion: """
            A screen is a browser that shows the gallery. JSON is what photod-navigation(7) says of each command: a word, @FILE, \
            or - for standard input. It is handed on as it is, and the gallery checks it. Exits with 4 where a screen refuses, \
            with 5 where none does and one has not done it in time, with 3 where no gallery runs.
            """,
        subcommands: [
            SetRoot.self, Push.self, Pop.self, PopTo.self, PopToRoot.self, SetStackRoot.self, ShowModal.self,
            DismissModal.self, DismissAllModals.self, ShowOverlay.self, DismissOverlay.self,
            DismissAllOverlays.self, MergeOptions.self, SetDefaultOptions.self, Screens.self, Tree.self,
            Constants.self, Forget.self, Watch.self, Slideshow.self, Demo.self,
        ]
    )

    @OptionGroup var global: GlobalOptions
}
