import CaptureRules
import LibraryIndex
import OptionFiles
import PhotodConfiguration
import Shots
import Threads

/// What follows from what users say of photos, by the rules that make records.
struct OverlayFollowing: Sendable {
    let environment: ProcessEnvironment
    /// The zones that folders name. Few do, and each is a file to be read.
    private let zones = Monitor<[String: ZoneOffsets]>([:])

    init(environment: ProcessEnvironment) {
        self.environment = environment
    }

    func rules(_ rules: LibraryRules) -> OverlayRules {
        let home = rules.zones.home
        // The system's may be another by now.
        zones.withLock { $0 = [:] }
        return OverlayRules(
            timestamp: { date, folder in
                let zone = folder.timeZone.flatMap { self.zone(named: $0) } ?? home
                return zone.timestampMilliseconds(of: date)
            },
            group: { description, folder in
                RecordBuilder.group(described: description, folder: folder.group)
            }
        )
    }

    /// `nil` where the machine does not know it: then the library's own holds, as for the folder's photos.
    private func zone(named name: String) -> ZoneOffsets? {
        if let known = zones.withLock({ $0[name] }) { return known }
        let choice: TimeZoneChoice = name == TimeZoneChoice.system.text ? .system : .named(name)
        guard let zone = try? ZoneOffsets(ZoneData.load(choice, environment: environment)) else { return nil }
        zones.withLock { $0[name] = zone }
        return zone
    }
}
