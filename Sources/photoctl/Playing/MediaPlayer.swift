import LineProtocol

/// A program that plays videos, as it tells others on the session bus (freedesktop.org, MPRIS 2.2).
struct MediaPlayer: Equatable {
    enum Status: String {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }

    private static let prefix = "org.mpris.MediaPlayer2."

    /// `vlc`.
    let name: String
    /// `nil`: it does not say.
    let status: Status?
    /// `file:///…`, or whatever it plays.
    let uri: String?
    /// Microseconds from the beginning.
    let position: Int64?
    /// Microseconds that it lasts.
    let length: Int64?

    /// - Parameter properties: of `org.mpris.MediaPlayer2.Player`, as `busctl` writes them.
    init(name: String, properties: JSONValue?) {
        self.name = name
        status = properties?["PlaybackStatus"]?["data"]?.string.flatMap { Status(rawValue: $0) }
        let uri = properties?["Metadata"]?["data"]?["xesam:url"]?["data"]?.string
        // Some say a path.
        self.uri = uri.map { $0.hasPrefix("/") ? PathWord.uri(of: Array($0.utf8)) : $0 }
        position = properties?["Position"]?["data"]?.integer
        length = properties?["Metadata"]?["data"]?["mpris:length"]?["data"]?.integer
    }

    /// The players that there are, the ones that play first and then those that pause.
    static func all() throws(Failure) -> [MediaPlayer] {
        let bus = "org.freedesktop.DBus"
        guard let reply = try SessionBus.call([bus, "/org/freedesktop/DBus", bus, "ListNames"]),
            let names = reply.first?.array
        else {
            throw Failure(
                .refused,
                "the session bus does not answer: run photoctl in the desktop's session, as the user whose player it is"
            )
        }
        var players: [MediaPlayer] = []
        for name in names.compactMap(\.string).sorted() where name.hasPrefix(prefix) {
            let reply = try SessionBus.call([
                name, "/org/mpris/MediaPlayer2", "org.freedesktop.DBus.Properties", "GetAll", "s",
                prefix + "Player",
            ])
            players.append(
                MediaPlayer(name: String(name.dropFirst(prefix.count)), properties: reply?.first)
            )
        }
        return ordered(players)
    }

    static func ordered(_ players: [MediaPlayer]) -> [MediaPlayer] {
        let open: [Status] = [.playing, .paused]
        return open.flatMap { status in players.filter { $0.status == status } }
            + players.filter { $0.status != .playing && $0.status != .paused }
    }

    /// A time as a request has it: seconds, and at the end, where the last picture stays on the screen, the share that is it.
    var at: String {
        let microseconds = max(0, position ?? 0)
        if let length, length > 0, microseconds >= length { return "100%" }
        let rest = "\(microseconds % 1_000_000)"
        return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - rest.utf8.count) + rest
    }

    /// Whether it has something open at a position.
    var isAtFrame: Bool { (status == .playing || status == .paused) && uri != nil && position != nil }

    /// For people: `vlc is playing file:///a.mp4`.
    var text: String {
        let what = uri.map { " \($0)" } ?? ", and does not say what"
        return switch status {
        case .playing: "\(name) is playing\(what)"
        case .paused: "\(name) has paused\(what)"
        case .stopped: "\(name) has stopped"
        case nil: "\(name) does not say what it does"
        }
    }
}
