import ArgumentParser
import LineProtocol

struct GroupsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "groups",
        abstract:
            "Count the photos and videos of every group, by name; what has no group is Other, the last.",
        discussion: """
            Photos with the same description are a group. Fields: group (empty for Other), photos and videos, \
            photos, videos, the id of the cover, the folder imports file it under.
            """
    )

    @Option(help: "Count only photos or only videos.", completion: .list(["photo", "video"]))
    var type: String?

    @Option(parsing: .unconditional, help: "How many to list; all without it.")
    var limit: String?

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let listing = Listing(
            columns: [
                .init("GROUP") { CellText.group($0["group"]) },
                .init("PHOTOS", "photoCount", isNumeric: true),
                .init("VIDEOS", "videoCount", isNumeric: true), .init("TOTAL", "totalCount", isNumeric: true),
            ],
            members: ["group", "totalCount", "photoCount", "videoCount", "cover", "folder"]
        )
        let request = Request("groups").adding("type", type).adding("limit", limit)
        let session = try Session(global)
        _ = try session.print(request, as: listing)
        try session.noteSweep()
    }
}

struct GroupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "group",
        abstract: "List the photos and videos of one group, newest first.",
        discussion: """
            Prints what photos prints. Exits with 1 where nothing matched, with 4 where there is no such group.
            """
    )

    @Argument(
        help: "The group, as groups names it; its words need no quotes. Without it give --other.",
        completion: .groups
    )
    var name: [String] = []

    @Flag(help: "List what has no group.")
    var other = false

    @OptionGroup var type: TypeFilter

    @OptionGroup var page: PageArguments

    @OptionGroup var global: GlobalOptions

    func validate() throws { try page.check(against: global) }

    func run() throws {
        // A name has single blanks only.
        let words = name.isEmpty ? [] : [name.joined(separator: " ")]
        let request = Request("group", words).adding("other", flag: other)
        try Session(global).printItems(type.added(to: request), page)
    }
}
