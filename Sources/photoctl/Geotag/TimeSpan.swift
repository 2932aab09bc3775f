import ArgumentParser
import PhotoModel

/// A time as people write it: `90` (seconds), `1h30m`, `-45s`.
struct TimeSpan: ExpressibleByArgument {
    let milliseconds: Int64

    init(seconds: Int64) {
        milliseconds = seconds.multipliedSaturating(by: 1000)
    }

    init?(argument: String) {
        // A number alone is seconds.
        guard let shift = TimeShift(word: argument) ?? TimeShift(word: argument + "s") else { return nil }
        self.init(seconds: shift.seconds)
    }
}
