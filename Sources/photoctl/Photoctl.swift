import ArgumentParser
import LineProtocol

/// The root of the command line.
struct Photoctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photoctl",
        abstract: "Asks photod about the photo library.",
        discussion: """
            On a terminal answers are tables, in a pipe tab-separated values. Exit codes: 0 done, 1 nothing matched, verify \
            found a difference or doctor an error, 2 usage, 3 photod is not reachable, 4 refused by photod or some items \
            failed, 5 timed out.
            """,
        version: "photoctl \(ProtocolVersion.program)",
        subcommands: [
            StatusCommand.self, MonthsCommand.self, CountCommand.self, PhotosCommand.self, VideosCommand.self,
            GroupsCommand.self,
            GroupCommand.self, FindCommand.self, FavoritesCommand.self, ShowCommand.self, MapCommand.self,
            GalleryCommand.self, UiCommand.self,
            ViewedCommand.self, ThumbCommand.self, PreviewCommand.self, VideoCommand.self, FrameCommand.self,
            EditCommand.self, GeotagCommand.self, ImportCommand.self, TrashCommand.self, BatchesCommand.self,
            BatchCommand.self, UndoCommand.self, WatchCommand.self, ChangesCommand.self, SyncCommand.self,
            RescanCommand.self,
            VerifyCommand.self, RootsCommand.self, OptionsCommand.self, PingCommand.self, StatsCommand.self,
            ConfigCommand.self, ReloadCommand.self, CommandsCommand.self, DoctorCommand.self,
        ]
    )

    @OptionGroup var global: GlobalOptions
}
