import Glibc

/// `make soak`: the long variants of the tests that run until something breaks.
enum Soak {
    /// How long each of them shall go on; `nil` in a usual run, where they are short.
    static let seconds: Int? = getenv("PHOTOD_SOAK_SECONDS").flatMap { Int(String(cString: $0)) }

    static var isOn: Bool { seconds != nil }

    /// Plays rounds, numbered from 1: as long as a soak goes on, else while `goesOn` says so of those played.
    static func rounds(else goesOn: (Int) -> Bool, play: (Int) throws -> Void) rethrows {
        let end = seconds.map { time(nil) + $0 }
        var played = 0
        while end.map({ time(nil) < $0 }) ?? goesOn(played) {
            played += 1
            try play(played)
        }
    }
}
