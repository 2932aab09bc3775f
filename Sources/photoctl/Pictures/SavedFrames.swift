import LineProtocol
import PhotoClient

/// Prints what became of frames that were to be photos: a row for each, and then how to undo it.
enum SavedFrames {
    static func print(_ request: Request, _ session: Session) throws {
        let outcome = try session.print(request, as: listing)
        let sums = outcome.trailer
        let errors = sums?["errors"]?.integer ?? 0
        if session.format == .table {
            session.output.write(
                BatchReply.summary(
                    sums?["ok"]?.integer ?? 0,
                    0,
                    errors,
                    "saved",
                    sums?["batch"]?.string,
                    canUndo: true
                )
            )
        }
        try session.output.flush()
        if errors > 0 { throw Failure(.refused, "\(errors) of \(outcome.rows) failed") }
        try session.output.checkWritten()
    }

    private static let listing: Listing = {
        var listing = Listing(
            columns: [
                .init("PHOTO", text: place), .init("TIME", "time", isNumeric: true),
                .init("WIDTH", "width", isNumeric: true), .init("HEIGHT", "height", isNumeric: true),
                .init("ERROR", "message"),
            ],
            fields: [Listing.field("result"), place]
                + ["photo", "at", "time", "width", "height", "name", "message"].map(Listing.field),
            trailerMember: "errors"
        )
        // The batch's name, which the sums repeat, is none.
        listing.isRow = { $0["result"] != nil }
        listing.nulField = { value in
            value["uri"]?.string.flatMap { PathWord.path(ofURI: $0) } ?? []
        }
        return listing
    }()

    /// A path, and where it is no text its uri.
    private static let place: Listing.Text = { CellText.plain($0["path"] ?? $0["uri"]) }
}
