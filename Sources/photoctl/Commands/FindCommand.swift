import ArgumentParser
import LineProtocol

struct FindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Find photos and videos by words, place, mark and time, newest first.",
        discussion: """
            Every word must begin a word of the file name, the description, the title, a keyword, the group or the camera; upper case and \
            accents do not matter, and no character is special. Prints what photos prints. Exits with 1 where nothing \
            matched.
            """
    )

    @Argument(help: "What to find. Words that begin with a hyphen come after --.")
    var words: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only what was taken at most so many kilometres from a place, in decimal degrees: 48.137,11.575,5.",
            valueName: "lat,lon,km"
        )
    )
    var near: String?

    @Flag(help: "Only favourites.")
    var favorite = false

    @Option(help: "Only what has a position (1), or has none (0).", completion: .list(["0", "1"]))
    var located: String?

    @Option(
        help: "Only what the photo itself dates, its name, or nothing but its modification time.",
        completion: .list(["embedded", "name", "guessed"])
    )
    var dated: String?

    @Option(
        parsing: .unconditional,
        help: "Only what has so many stars: 4, 3..5, or unset.",
        completion: .list(["5", "4..5", "unset"])
    )
    var rating: String?

    @Option(parsing: .unconditional, help: "Only what has this keyword, in letters of any case.")
    var keyword: String?

    @OptionGroup var group: GroupFilter

    @OptionGroup var type: TypeFilter

    @OptionGroup var page: PageArguments

    @OptionGroup var global: GlobalOptions

    func validate() throws { try page.check(against: global) }

    func run() throws {
        let request = Request("find", words).adding("near", near).adding("favorite", flag: favorite)
            .adding("located", located).adding("dated", dated).adding("rating", rating).adding(
                "keyword",
                keyword
            )
        try Session(global).printItems(type.added(to: group.added(to: request)), page)
    }
}

struct FavoritesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favorites",
        abstract: "List favourites, newest first.",
        discussion: "Prints what photos prints. Exits with 1 where there is none."
    )

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only what was taken at most so many kilometres from a place, in decimal degrees: 48.137,11.575,5.",
            valueName: "lat,lon,km"
        )
    )
    var near: String?

    @OptionGroup var group: GroupFilter

    @OptionGroup var type: TypeFilter

    @OptionGroup var page: PageArguments

    @OptionGroup var global: GlobalOptions

    func validate() throws { try page.check(against: global) }

    func run() throws {
        let request = Request("favorites").adding("near", near)
        try Session(global).printItems(type.added(to: group.added(to: request)), page)
    }
}
