/// Something that should have come within a generous time and did not.
struct TimedOut: Error, CustomStringConvertible {
    let what: String

    var description: String { "waited too long for \(what)" }
}
