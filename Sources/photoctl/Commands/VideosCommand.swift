import ArgumentParser
import LineProtocol

struct VideosCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "videos",
        abstract: "List the videos of the library, of a month or of a time, newest first.",
        discussion: "Prints what photos prints. Exits with 1 where there is none."
    )

    @Argument(help: "YYYY-MM, or undated. Without it, and without --from and --to, all.", completion: .months)
    var month: String?

    @OptionGroup var group: GroupFilter

    @OptionGroup var page: PageArguments

    @OptionGroup var global: GlobalOptions

    func validate() throws { try page.check(against: global) }

    func run() throws {
        let request = group.added(to: Request("videos", month.map { [$0] } ?? []))
        try Session(global).printItems(request, page)
    }
}
