import CaptureRules
import PhotoModel
import PhotodConfiguration
import Synchronization

extension ZoneOffsets {
    public init(_ data: ZoneData) throws(ZoneFileError) {
        switch data {
        case .file(let bytes): try self.init(zoneFile: bytes)
        case .rule(let text): try self.init(rule: text)
        case .utc: self = .utc
        }
    }
}

/// The zones of positions, read from this machine's zone database when one is first asked for.
package final class PositionZones: Sendable {
    private struct State {
        /// `nil`: not read yet.
        var places: PlaceZones??
        /// `nil` for names that are no zone here.
        var zones: [String: NamedZone?] = [:]
    }

    private let environment: ProcessEnvironment
    private let state = Mutex(State())

    package init(environment: ProcessEnvironment) {
        self.environment = environment
    }

    /// `nil` where the machine has no database that tells.
    func zone(latitude: Double, longitude: Double) -> NamedZone? {
        state.withLock { state in
            let places = state.places ?? readPlaces()
            state.places = .some(places)
            guard let name = places?.zoneName(latitude: latitude, longitude: longitude) else { return nil }
            if let known = state.zones[name] { return known }
            let zone = readZone(name)
            state.zones[name] = .some(zone)
            return zone
        }
    }

    /// A database that cannot be read is one that there is not: `why` says that the position's zone is not known.
    private func readPlaces() -> PlaceZones? {
        let folder = environment.absolutePath("TZDIR") ?? FilePath("/usr/share/zoneinfo")
        guard let bytes = try? HostFiles.local.contents(folder.appending(FileName("zone.tab"))) else {
            return nil
        }
        return try? PlaceZones(table: bytes)
    }

    private func readZone(_ name: String) -> NamedZone? {
        guard let data = try? ZoneData.load(.named(name), environment: environment),
            let offsets = try? ZoneOffsets(data)
        else { return nil }
        return NamedZone(name: name, offsets: offsets)
    }
}

extension CaptureZones {
    /// The same zones, and those of positions.
    package func findingPlaces(_ places: PositionZones) -> CaptureZones {
        var zones = self
        zones.zoneAt = { places.zone(latitude: $0, longitude: $1) }
        return zones
    }
}
