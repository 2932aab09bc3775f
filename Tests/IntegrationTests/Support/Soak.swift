import Glibc

/// `make soak`: the long variants of the tests that run until something breaks.
enum Soak {
    /// How long each of them shall go on; `nil` in a usual run, where they are short.
    static let seconds: Int? = getenv("PHOTOD_SOAK_SECONDS").flatMap { Int(String(cString: $0)) }

    static var isOn: Bool { seconds != nil }
}
