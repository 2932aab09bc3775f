import ArgumentParser
import Glibc
import LineProtocol
import PhotoClient
import PhotoModel

struct GeotagCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geotag",
        abstract: "Say where photos and videos were taken, by where you were at that time.",
        discussion: """
            TRACK.gpx is what a phone or a GPS receiver has recorded; there may be several. Between two points the place is on \
            the line between them. What has a position already stays as it is, unless --overwrite is given; so does what \
            was taken when no track knows where. “photoctl undo --last” takes it back. Exits with 1 where no photo gets \
            a position, and with 4 where one failed.
            """
    )

    @Argument(
        help: "Tracks (.gpx), and ids, file:// uris or paths of photos; - reads photos from standard input.",
        completion: .file()
    )
    var words: [String] = []

    @Option(help: "All photos of this month.", completion: .months)
    var month: String?

    @Option(
        name: [.long, .customLong("group")],
        parsing: .unconditional,
        help: "All photos of this group.",
        completion: .groups
    )
    var inGroup: String?

    @Flag(help: "All that has no group.")
    var inOther = false

    @Option(help: "All photos that “find” finds for these words.")
    var find: String?

    @Option(
        parsing: .unconditional,
        help: "What the camera's clock was behind, as 90, 1h30m or -45s: it is added to the photos' times."
    )
    var offset = TimeSpan(seconds: 0)

    @Option(
        parsing: .unconditional,
        help: "How far apart points may be, or a photo from the nearest one: 90, 30m or 1h."
    )
    var maxGap = TimeSpan(seconds: 1800)

    @Flag(help: "Also what has a position already.")
    var overwrite = false

    @OptionGroup var place: WritingPlace

    @Flag(help: "Only tell what would be done.")
    var dryRun = false

    @OptionGroup var global: GlobalOptions

    private var tracks: [String] { words.filter(Self.isTrack) }
    private var photos: [String] { words.filter { !Self.isTrack($0) } }

    private static func isTrack(_ word: String) -> Bool { word.lowercased().hasSuffix(".gpx") }

    func validate() throws {
        guard !tracks.isEmpty else { throw ValidationError("Which track? Name a file that ends in .gpx.") }
        guard [!photos.isEmpty, month != nil, inGroup != nil, inOther, find != nil].count(where: { $0 }) == 1
        else {
            throw ValidationError(
                "Which photos? Name them, or choose them by --month, --in-group, --in-other or --find."
            )
        }
    }

    private var selection: Request? {
        PhotoChoice.selection(month: month, inGroup: inGroup, inOther: inOther, find: find)
    }

    func run() throws {
        let track = try readTracks()
        let session = try Session(global)
        session.output.dropsUnwritable = !dryRun
        var plan = GeotagPlan(track: track, offset: offset.milliseconds, overwrites: overwrite)
        try session.items(selection, of: photos, fields: GeotagPlan.fields) { plan.add($0) }
        var failed: Int64 = 0
        for part in PhotoWords(lines: plan.lines).parts {
            try part.send(request, by: session.connection)
            failed += try EditCommand.show(session, dryRun: dryRun)
        }
        // Of what gets no position the reply has no line.
        if session.format == .table {
            for text in plan.summary { session.output.write("\(text)\n") }
            try session.output.flush()
        } else {
            for text in plan.summary { StandardError.write("photoctl: \(text)\n") }
        }
        guard plan.unknown.isEmpty else {
            throw Failure(.refused, "no such photo: \(plan.unknown.joined(separator: ", "))")
        }
        guard !plan.lines.isEmpty else {
            throw Failure(.nothingMatched, plan.summary.isEmpty ? PhotoChoice.nothing : nil)
        }
        if failed > 0 { throw Failure(.refused, "\(failed) of \(plan.lines.count) failed") }
        try session.output.checkWritten()
    }

    private func request(_ words: [String]) -> Request {
        Request("edit", words).adding("each", flag: true).adding("write", place.write).adding(
            "break-links",
            flag: place.breakLinks
        ).adding(
            "dry-run",
            flag: dryRun
        )
    }

    private func readTracks() throws -> Track {
        var points: [TrackPoint] = []
        for name in tracks { points += try Self.track(name).points }
        guard !points.isEmpty else {
            throw Failure(
                .usage,
                "no point of these tracks has a time, which is what photos are found by; export them as they were recorded"
            )
        }
        return Track(points, longestGap: maxGap.milliseconds)
    }

    /// Bytes that a track may have: room for a point a second for weeks, and an end for what never ends.
    private static let longestTrack = 512 << 20

    static func track(_ name: String, atMost limit: Int = longestTrack) throws(Failure) -> TrackFile {
        let shown = PrintableText.sanitized(name)
        let bytes: [UInt8]
        do throws(ReadingFailure) {
            bytes = try WholeContent.read(FilePath(PathArgument.bytes(of: name)), atMost: limit)
        } catch {
            throw Failure(
                .usage,
                error.code == EFBIG
                    ? "\(shown) has more than \(limit >> 20) MiB: export it in several files, and name them all"
                    : "\(shown) cannot be read (\(ErrorNumber.text(of: error.code))): name a GPX file that is there and that you may read"
            )
        }
        do throws(TrackFile.Damage) { return try TrackFile(bytes) } catch {
            throw Failure(.usage, "\(shown) is no track: \(error)")
        }
    }
}
