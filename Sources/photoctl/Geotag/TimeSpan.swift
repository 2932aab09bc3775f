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

    /// As the help tells what holds where nothing is said: in the largest unit that it is whole in.
    var defaultValueDescription: String {
        let seconds = milliseconds / 1000
        let units: [(letter: String, seconds: Int64)] = [("h", 3600), ("m", 60)]
        for unit in units where seconds != 0 && seconds.isMultiple(of: unit.seconds) {
            return "\(seconds / unit.seconds)\(unit.letter)"
        }
        return "\(seconds)"
    }
}
