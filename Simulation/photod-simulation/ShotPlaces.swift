import SimulatedMachine

/// Which files stood together, or after one another, at the place of a shot: in one folder, whatever that was called, under one
/// name without extensions. Whoever looks at the wrong moment may take them for one shot.
struct ShotPlaces {
    private struct Place: Hashable {
        let folder: UInt64
        let stem: Substring
    }

    private var files: [String: UInt64] = [:]
    private var contents: [String: [UInt8]] = [:]
    private var first: [Place: Set<UInt64>] = [:]
    private var all: [Place: Set<UInt64>] = [:]
    /// Files of the beginning that were nowhere below the root at some time.
    private var left: Set<UInt64> = []

    init(_ occupants: [Occupant] = []) {
        note(occupants)
        first = all
        for occupant in occupants {
            files[occupant.path] = occupant.file
            contents[occupant.path] = occupant.content
        }
    }

    mutating func note(_ occupants: [Occupant]) {
        for occupant in occupants {
            let place = Place(folder: occupant.folder, stem: Operation.stem(occupant.path))
            all[place, default: []].insert(occupant.file)
        }
        left.formUnion(Set(files.values).subtracting(occupants.map(\.file)))
    }

    /// What stood there at first.
    func file(at path: String) -> UInt64? { files[path] }

    /// What that held.
    func content(at path: String) -> [UInt8]? { contents[path] }

    /// Whether what stood at a path left the folders and another one stands there now: for a minute that one counts as the photo that was
    /// lost there, as some programs delete and write anew, and so it may have the id when the first comes back.
    func isReplaced(at path: String, becoming now: ShotPlaces) -> Bool {
        guard let file = files[path], let other = now.files[path] else { return false }
        return file != other && left.contains(file)
    }

    /// Whether it stood at a place where others did that were not there with it from the beginning to the end.
    func isMixed(_ file: UInt64, becoming now: ShotPlaces) -> Bool {
        all.contains { place, files in
            files.count > 1 && files.contains(file)
                && (files != first[place] || files != now.all[place])
        }
    }
}
