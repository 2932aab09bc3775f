import ArgumentParser
import LineProtocol

struct MonthsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "months",
        abstract: "Count the photos and videos of every month, newest first.",
        discussion: "Fields: month, photos and videos, photos, videos."
    )

    @Option(help: "Count only photos or only videos.", completion: .list(["photo", "video"]))
    var type: String?

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let listing = Listing(
            columns: [
                .init("MONTH", "monthKey"), .init("", "monthName"),
                .init("PHOTOS", "photoCount", isNumeric: true),
                .init("VIDEOS", "videoCount", isNumeric: true), .init("TOTAL", "totalCount", isNumeric: true),
            ],
            members: ["monthKey", "totalCount", "photoCount", "videoCount"]
        )
        let session = try Session(global)
        _ = try session.print(Request("months").adding("type", type), as: listing)
        try session.noteSweep()
    }
}

struct CountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count",
        abstract: "Count the photos and videos of one month.",
        discussion: "Fields: photos and videos, photos, videos."
    )

    @Argument(help: "YYYY-MM, or undated.", completion: .months)
    var month: String

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let listing = Listing(
            columns: [
                .init("PHOTOS", "photoCount", isNumeric: true),
                .init("VIDEOS", "videoCount", isNumeric: true),
                .init("TOTAL", "totalCount", isNumeric: true),
            ],
            members: ["totalCount", "photoCount", "videoCount"]
        )
        let session = try Session(global)
        _ = try session.print(Request("count", [month]), as: listing)
        try session.noteSweep()
    }
}

extension CompletionKind {
    /// The months that the daemon has.
    static var months: CompletionKind { .shellCommand("photoctl --tsv months 2>/dev/null | cut -f1") }
}
