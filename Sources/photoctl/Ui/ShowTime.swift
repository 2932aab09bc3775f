import ArgumentParser

/// How long something is shown, as the user writes it: `8s`, `1.5s`, `2m`, `1h`, or seconds without a unit.
struct ShowTime: ExpressibleByArgument, Equatable {
    static let range: ClosedRange<Duration> = .milliseconds(100) ... .seconds(86_400)

    let duration: Duration

    init(_ duration: Duration) {
        self.duration = duration
    }

    init?(argument: String) {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
        let unit = argument.last.flatMap { units[$0] }
        let digits = unit == nil ? argument[...] : argument.dropLast()
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
            let number = Double(digits)
        else { return nil }
        let duration = Duration.seconds(min(number * (unit ?? 1), 1e9))
        guard Self.range.contains(duration) else { return nil }
        self.duration = duration
    }

    var defaultValueDescription: String { "\(duration.components.seconds)s" }
}
