import ArgumentParser
import LineProtocol

struct PhotosCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photos",
        abstract: "List the photos and videos of a month or a time, newest first.",
        discussion: """
            Fields: id, local time, type, month, group, viewed, size, path (the uri where the path is not UTF-8); with \
            --fields, those. With -0 the path alone, byte for byte. Exits with 1 where nothing matched.
            """
    )

    @Argument(help: "YYYY-MM, or undated. Without it give --from or --to, or --all.", completion: .months)
    var month: String?

    @OptionGroup var group: GroupFilter

    @OptionGroup var type: TypeFilter

    @OptionGroup var page: PageArguments

    @OptionGroup var global: GlobalOptions

    /// `--all` of no month and no time is all there is.
    private var isWholeLibrary: Bool { page.all && month == nil && page.from == nil && page.to == nil }

    func validate() throws { try page.check(against: global, allChooses: isWholeLibrary) }

    func run() throws {
        let request = group.added(to: Request("photos", month.map { [$0] } ?? [])).adding(
            "all",
            flag: isWholeLibrary
        )
        try Session(global).printItems(type.added(to: request), page)
    }
}
