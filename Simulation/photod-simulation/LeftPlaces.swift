import LineProtocol
import PhotoModel
import SimulatedMachine

/// Places of photos that photod has moved away, to the trash or within the library. What users do not put there is not there: else an
/// edit has written a photo at the place that it had left, and it is in two.
struct LeftPlaces {
    /// Where each went, by where it was.
    private var left: [String: String] = [:]
    /// Files that came to some name while users did something.
    private var ofUsers: Set<UInt64> = []
    /// Places where users have put something since everything was exact last: an edit of that gives the place a file of photod's.
    private var placesOfUsers: Set<String> = []

    /// Whether something may have been put back since everything was exact last.
    private var isPuttingBack = false

    mutating func notePuttingBack() { isPuttingBack = true }

    /// Users have done something.
    mutating func note(from before: [Occupant], to now: [Occupant]) {
        let places = Dictionary(before.map { ($0.path, $0.file) }, uniquingKeysWith: { first, _ in first })
        for occupant in now where places[occupant.path] != occupant.file {
            ofUsers.insert(occupant.file)
            placesOfUsers.insert(occupant.path)
        }
    }

    /// What clients were told.
    mutating func takeIn(_ lines: [JSONValue]) {
        for line in lines where line["result"]?.string == "ok" {
            guard let path = line["path"]?.string, let place = line["to"]?.string else { continue }
            left[path] = place
        }
    }

    /// - Parameter all: in the folders and in the trash, when everything is exact.
    mutating func differences(_ all: [Occupant]) -> [String] {
        defer { (left, placesOfUsers, isPuttingBack) = ([:], [], false) }
        guard !isPuttingBack else { return [] }
        let standing = Dictionary(all.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        return left.sorted { $0.key < $1.key }.compactMap { path, place in
            guard let here = standing[path], let there = standing[place], here.file != there.file,
                !ofUsers.contains(here.file), !placesOfUsers.contains(path),
                let picture = SimulatedPhoto.picture(of: here.content),
                picture == SimulatedPhoto.picture(of: there.content)
            else { return nil }
            return "a photo in two places: \(path), which photod has moved to \(place)"
        }
    }
}
