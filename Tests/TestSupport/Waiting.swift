import Glibc
import PhotoModel

/// Waits for what nothing but looking tells: files that another process makes, a thread that has come to rest.
public enum Waiting {
    public struct InVain: Error, CustomStringConvertible {
        public let what: String

        public init(what: String) { self.what = what }

        public var description: String { "not within \(seconds) s: \(what)" }
    }

    private static let seconds = 60

    /// Looks again whenever something happens below a folder, and ten times a second, for what makes no event. Between two
    /// looks it sleeps.
    ///
    /// - Parameters:
    ///   - what: for the message.
    ///   - folder: where an event tells that it may be so; without one only time does.
    public static func until(
        _ what: String,
        below folder: FilePath? = nil,
        _ isSo: () throws -> Bool
    ) throws {
        let events = try folder.map { try FolderEvents(below: $0) }
        let begin = now()
        while try !isSo() {
            guard now() - begin < seconds else { throw InVain(what: what) }
            if let events { try events.read(within: 100) } else { poll(nil, 0, 20) }
        }
    }

    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec
    }
}
