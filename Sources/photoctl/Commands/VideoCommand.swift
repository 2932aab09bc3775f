import ArgumentParser
import LineProtocol
import PhotoClient

struct VideoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "video",
        abstract: "Tell what videos are, and whether frames can be taken out of them.",
        discussion: """
            Sizes are those of the pictures as they are shown. Fields: id, width, height, degrees that the pictures are turned \
            by, seconds, frames a second, container, codec of the pictures, of the sound, whether frames can be taken, the \
            reason why not, path (the uri where the path is not UTF-8). Exits with 4 where one is no video, or cannot be read.
            """
    )

    @Argument(help: "Ids, file:// uris or paths of videos.", completion: .file())
    var videos: [String]

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let session = try Session(global)
        var failed = 0
        for (number, video) in videos.enumerated() {
            do throws(ClientError) {
                try session.connection.send(Request("video", [PathArgument.photoWord(video)]))
                while let line = try session.connection.nextLine() {
                    let value = try session.decode(line)
                    switch session.format {
                    case .json: session.write(line: line)
                    case .table: session.output.write((number > 0 ? "\n" : "") + VideoView.text(of: value))
                    case .tabbed, .nulTerminated: session.write(record: value, of: Self.listing)
                    }
                }
            } catch {
                guard case .refused = error, videos.count > 1 else { throw error }
                // The others are told all the same.
                failed += 1
                StandardError.write("photoctl: \(video): \(error)\n")
            }
            try session.output.flush()
        }
        if failed > 0 { throw Failure(.refused, "\(failed) of \(videos.count) failed") }
    }

    private static let listing: Listing = {
        let members = [
            "id", "width", "height", "rotation", "duration", "frameRate", "container", "videoCodec",
            "audioCodec",
            "supported", "reason",
        ]
        let fields: [Listing.Text] = members.map(Listing.field) + [ItemListing.location]
        var listing = Listing(columns: [], fields: fields)
        listing.nulField = ItemListing.path
        return listing
    }()
}
