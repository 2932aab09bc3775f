import ArgumentParser
import LineProtocol
import PhotoClient

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Edit what photos and videos are said to be.",
        discussion: """
            Fields: result (ok, unchanged, pending, planned, error), id, what was, what is, name of the error, message. With “-” ids, \
            uris or paths are read from standard input, one a line, or ended by NUL as “photoctl -0 photos” prints them. \
            Exits with 1 where --month, --in-other or --find match nothing, and with 4 where one failed. \
            “photoctl undo BATCH” gives each photo the values back that it had.
            """
    )

    @OptionGroup var choice: PhotoChoice

    @Option(
        help: "When it was taken: 2004-12-24T18:00, or less (2004-12); filename, mtime, or photo:ID+1h.",
        completion: .list(["filename", "mtime"])
    )
    var date: String?

    @Option(parsing: .unconditional, help: "The date's offset from UTC: +02:00.")
    var offset: String?

    @Option(parsing: .unconditional, help: "Moves the date by +1h30m or -2d.")
    var shift: String?

    @Option(
        parsing: .unconditional,
        help: "Where it was taken: LAT,LON or LAT,LON,ALT, or none.",
        completion: .list(["none"])
    )
    var location: String?

    @Option(
        parsing: .unconditional,
        help: "What is to be seen; an empty one says that there is no description."
    )
    var description: String?

    @Option(parsing: .unconditional, help: "What it is called; an empty one says that it has no title.")
    var title: String?

    @Option(help: "Stars: 0 to 5, or unset.", completion: .list(["0", "1", "2", "3", "4", "5", "unset"]))
    var rating: String?

    @Option(
        parsing: .unconditional,
        help: "+beach,-work changes its keywords; beach,holidays are all of them then, and nothing is none."
    )
    var keywords: String?

    @Option(help: "Whether it is a favourite.", completion: .list(["yes", "no", "unset"]))
    var favorite: String?

    @Option(
        parsing: .unconditional,
        help: "The group; an empty one has description and folder decide again.",
        completion: .groups
    )
    var group: String?

    @Flag(help: "No group, whatever it is described as.")
    var other = false

    @Option(
        help:
            "What its file says counts again: date, location, description, title, rating, keywords, with commas between.",
        completion: .list(["date", "location", "description", "title", "rating", "keywords"])
    )
    var unset: String?

    @OptionGroup var place: WritingPlace

    @Flag(help: "Only tell what would be done.")
    var dryRun = false

    @OptionGroup var global: GlobalOptions

    /// Whoever knows the protocol writes `date=2004-12`, which would be a photo of that name here.
    func validate() throws {
        let keys = [
            "date", "offset", "shift", "location", "description", "title", "rating", "keywords", "favorite",
            "group", "other", "unset", "write", "break-links", "dry-run",
        ]
        for word in choice.photos {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, keys.contains(String(parts[0])) else { continue }
            throw ValidationError(
                "“\(word)” stands where photos are named. Write --\(parts[0]) for the option, ./\(word) for such a file."
            )
        }
    }

    func run() throws {
        let session: Session
        let words: PhotoWords
        if choice.selection == nil {
            words = try PhotoWords(choice.photos, byShot: true)
            guard !words.isEmpty else { return }
            session = try Session(global)
        } else {
            session = try Session(global)
            var ids: [String] = []
            try session.items(choice, fields: "id") { item in
                if let id = item["id"]?.string { ids.append(id) }
            }
            words = PhotoWords(ids: ids)
        }
        guard !words.isEmpty else { throw Failure(.nothingMatched, PhotoChoice.nothing) }
        session.output.dropsUnwritable = !dryRun
        var failed: Int64 = 0
        for part in words.parts {
            try part.send(request, by: session.connection)
            failed += try Self.show(session, dryRun: dryRun)
        }
        if failed > 0 { throw Failure(.refused, "\(failed) of \(words.count) failed") }
        try session.output.checkWritten()
    }

    private func request(_ words: [String]) -> Request {
        Request("edit", words)
            .adding("date", date).adding("offset", offset).adding("shift", shift)
            .adding("location", location).adding("description", description)
            .adding("title", title).adding("rating", rating).adding("keywords", keywords)
            .adding("favorite", favorite).adding("group", group).adding("other", flag: other)
            .adding("unset", unset).adding("write", place.write).adding("break-links", flag: place.breakLinks)
            .adding("dry-run", flag: dryRun)
    }

    /// Prints the reply under way; returns how many failed.
    static func show(_ session: Session, dryRun: Bool) throws -> Int64 {
        var written = (photos: 0, sidecars: 0)
        let sums = try session.printReply(as: listing) { line in
            let layers = line["layers"]?.texts ?? []
            if layers.contains("file") {
                written.photos += 1
            } else if layers.contains("sidecar") {
                written.sidecars += 1
            }
        }.trailer
        let failed = sums?["errors"]?.integer ?? 0
        if session.format == .table {
            let waiting = sums?["pending"]?.integer ?? 0
            let text = BatchReply.summary(
                (sums?["ok"]?.integer ?? 0) + waiting,
                sums?["unchanged"]?.integer ?? 0,
                failed,
                "edited" + places(written),
                sums?["batch"]?.string,
                canUndo: true
            )
            if !dryRun {
                session.output.write(text)
                if waiting > 0 {
                    session.output.write(
                        waiting == 1
                            ? "1 is shown, and waits until it can be written\n"
                            : "\(waiting) are shown, and wait until they can be written\n"
                    )
                }
            }
            try session.output.flush()
        }
        return failed
    }

    /// Where photos were written: a HEIC has a sidecar where a JPEG is written itself.
    private static func places(_ written: (photos: Int, sidecars: Int)) -> String {
        var places: [String] = []
        if written.photos > 0 { places.append("\(written.photos) in the photos themselves") }
        if written.sidecars > 0 { places.append("\(written.sidecars) in sidecars") }
        return places.isEmpty ? "" : " (\(places.joined(separator: ", ")))"
    }

    private static let listing: Listing = {
        var listing = Listing(
            columns: [
                .init("RESULT", "result"), .init("PHOTO", "id"), .init("WAS") { values($0["was"]) },
                .init("WILL BE") { values($0["now"]) }, .init("ERROR", "message"),
            ],
            fields: [
                Listing.field("result"), Listing.field("id"), { values($0["was"]) }, { values($0["now"]) },
                Listing.field("name"), Listing.field("message"),
            ],
            trailerMember: "errors"
        )
        listing.isRow = { $0["result"] != nil }
        // Of five hundred that went well nobody reads.
        listing.isShownInTable = { ["error", "planned", "pending"].contains($0["result"]?.string) }
        return listing
    }()

    /// `favorite=true group=Beach`; of what is not set nothing behind the sign.
    static func values(_ value: JSONValue?) -> String {
        (value?.members ?? []).map { member in
            "\(member.name)=\(member.value == .null ? "" : CellText.plain(member.value))"
        }.joined(separator: " ")
    }
}
