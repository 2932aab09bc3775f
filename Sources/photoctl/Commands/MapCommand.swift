import ArgumentParser
import Glibc
import LineProtocol
import PhotoClient

struct MapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map",
        abstract: "Write down where photos and videos were taken, for maps.",
        discussion: """
            As GeoJSON, GPX, KML, or one geo: uri a line. What has no position is left out. With --open the desktop's map \
            program shows the place of one photo. Exits with 1 where nothing has a position, and with 4 where a named \
            photo is not there.
            """
    )

    @OptionGroup var choice: PhotoChoice

    @Option(help: "geojson, gpx, kml or geo.")
    var format: MapFormat = .geojson

    @Flag(help: "Have the desktop's map program show it.")
    var open = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard global.output == nil else {
            throw ValidationError("What map prints --format says; leave out -0, --json and --tsv.")
        }
    }

    func run() throws {
        let session = try Session(global)
        var count = 0
        var chosen = 0
        var first: MapPlace?
        var unknown: [String] = []
        try session.items(choice, fields: MapPlace.fields) { item in
            guard item["error"] == nil else {
                return unknown.append(item["id"]?.string ?? "")
            }
            chosen += 1
            guard let place = MapPlace(item) else { return }
            count += 1
            first = first ?? place
            guard !open else { return }
            if count == 1 { session.output.write(format.head) }
            session.output.write(format.text(place, isFirst: count == 1))
            try session.output.flushIfLarge()
        }
        if count > 0, !open { session.output.write(format.tail) }
        try session.output.flush()
        guard unknown.isEmpty else {
            throw Failure(.refused, "no such photo: \(unknown.joined(separator: ", "))")
        }
        guard let first else { throw Failure(.nothingMatched, Self.emptiness(chosen)) }
        if open { try Self.show(first, isOnly: count == 1) }
    }

    /// Why there is nothing to be shown.
    ///
    /// - Parameter chosen: how many photos and videos were looked at.
    private static func emptiness(_ chosen: Int) -> String {
        switch chosen {
        case 0: PhotoChoice.nothing
        case 1: "it has no position: “photoctl edit --location” or “photoctl geotag” gives it one"
        default:
            "none of the \(chosen) has a position: “photoctl edit --location” or “photoctl geotag” gives them one"
        }
    }

    private static func show(_ place: MapPlace, isOnly: Bool) throws {
        guard isOnly else { throw Failure(.usage, "--open shows one place; name one photo") }
        try Desktop.open(place.geoURI, otherwise: "open \(place.geoURI) yourself")
    }
}
