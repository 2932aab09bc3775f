import PhotoModel
import TestSupport
import Testing

/// What the kernel counts of the daemon.
extension DaemonFixture {
    /// What the daemon holds that is no file's page (RssAnon): code comes and goes as it is used.
    func heapKilobytes() throws -> Int {
        let text = String(
            decoding: try Disk.read(FilePath("/proc/\(try running.identifier)/status")),
            as: UTF8.self
        )
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        return try #require(
            line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
        )
    }

    /// How often the threads that answer with listings have been woken or put to sleep.
    func listingSwitches() throws -> [String: Int] {
        try ProcessFigures.switches(of: try running.identifier).filter { $0.key.contains(" listing-") }
    }
}
