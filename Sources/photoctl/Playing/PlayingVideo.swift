import LineProtocol
import PhotoClient

/// The video that somebody watches just now, and where in it they are.
struct PlayingVideo {
    let word: String
    let at: String

    /// Of the players the first that has a video of the library open; one that plays comes before one that has paused.
    init(_ connection: Connection) throws {
        let players = try MediaPlayer.all()
        let open = players.filter(\.isAtFrame)
        for player in open {
            guard let uri = player.uri, try Self.isVideo(uri, connection) else { continue }
            (word, at) = (uri, player.at)
            return
        }
        // What is wrong with what stands elsewhere photod says.
        if let first = open.first, let uri = first.uri, !uri.hasPrefix("file:") {
            (word, at) = (uri, first.at)
            return
        }
        throw Failure(.refused, Self.refusal(players))
    }

    private static func isVideo(_ uri: String, _ connection: Connection) throws -> Bool {
        guard uri.hasPrefix("file:") else { return false }
        try connection.send(Request("items", [uri]).adding("fields", "type"))
        var isVideo = false
        while let line = try connection.nextLine() {
            isVideo = (try? JSONValue.parse(line))?["type"]?.string == "video"
        }
        return isVideo
    }

    /// - Parameter players: all that there are.
    static func refusal(_ players: [MediaPlayer]) -> String {
        guard !players.isEmpty else {
            return
                "there is no player that tells what it plays (by MPRIS, as VLC, Totem, and mpv with mpv-mpris do)"
        }
        return "no player has a video of the library open: " + players.map(\.text).joined(separator: "; ")
    }
}
