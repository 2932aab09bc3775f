import Glibc

/// Waits for what only looking tells, without giving the processor up for longer than others want it.
enum Waiting {
    struct InVain: Error, CustomStringConvertible {
        let what: String

        var description: String { "not within 30 s: \(what)" }
    }

    /// - Parameter what: for the message.
    static func until(_ what: String, _ isSo: () throws -> Bool) throws {
        var begin = timespec()
        clock_gettime(CLOCK_MONOTONIC, &begin)
        while try !isSo() {
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            guard now.tv_sec - begin.tv_sec < 30 else { throw InVain(what: what) }
            sched_yield()
        }
    }
}
