import CaptureRules
import PhotoModel
import SimulatedMachine

/// Which files stood together, or after one another, at the place of a shot: in one folder, whatever that was called, under one
/// name without extensions. Whoever looks at the wrong moment may take them for one shot.
struct ShotPlaces {
    private struct Place: Hashable {
        let folder: UInt64
        let stem: Substring
    }

    private struct Part: Hashable {
        let name: Substring
        let file: UInt64
    }

    private var files: [String: UInt64] = [:]
    private var contents: [String: [UInt8]] = [:]
    /// All that stood somewhere at first.
    private var present: Set<UInt64> = []
    private var first: [Place: Set<Part>] = [:]
    private var all: [Place: Set<Part>] = [:]
    /// What stood at a path at some time, whichever folder that was in.
    private var standing: [String: Set<UInt64>] = [:]
    /// Files of the beginning that were nowhere below the root at some time, or under a name or in a folder that nobody looks at.
    private var left: Set<UInt64> = []
    /// Files that had several names at some time, wherever those were.
    private var linked: Set<UInt64> = []

    init(_ occupants: [Occupant] = []) {
        note(occupants)
        first = all
        for occupant in occupants {
            files[occupant.path] = occupant.file
            present.insert(occupant.file)
            contents[occupant.path] = occupant.content
        }
    }

    mutating func note(_ occupants: [Occupant]) {
        for occupant in occupants {
            let place = Place(folder: occupant.folder, stem: Operation.stem(occupant.path))
            let part = Part(name: Operation.name(occupant.path), file: occupant.file)
            all[place, default: []].insert(part)
            standing[occupant.path, default: []].insert(occupant.file)
        }
        var once: Set<UInt64> = []
        for occupant in occupants
        where !once.insert(occupant.file).inserted || UserCalls.linked.contains(occupant.number) {
            linked.insert(occupant.file)
        }
        let seen = occupants.filter {
            $0.isInOpenFolder && FileName(Array(Operation.name($0.path).utf8)).format != nil
        }
        left.formUnion(Set(files.values).subtracting(seen.map(\.file)))
    }

    /// What stood there at first.
    func file(at path: String) -> UInt64? { files[path] }

    /// Whether another file stood there at some time.
    func hadAnother(at path: String, than file: UInt64) -> Bool {
        standing[path]?.contains { $0 != file } ?? false
    }

    /// What that held.
    func content(at path: String) -> [UInt8]? { contents[path] }

    /// Where a file stood at some time.
    func paths(of file: UInt64) -> [String] { standing.filter { $0.value.contains(file) }.map(\.key) }

    /// The folders that a file was in at some time, whatever they were called.
    func folders(of file: UInt64) -> Set<UInt64> {
        Set(all.filter { $0.value.contains { $0.file == file } }.map(\.key.folder))
    }

    /// Whether what stood at a path left the folders and another one stood there since: for a minute that one counts as the photo that was
    /// lost there, as some programs delete and write anew, and so it may have the id when the first comes back.
    func isReplaced(at path: String, becoming now: ShotPlaces) -> Bool {
        guard let file = files[path], left.contains(file) else { return false }
        return hadAnother(at: path, than: file) || now.hadAnother(at: path, than: file)
    }

    /// Whether it stood at a place where others did that were not there with it from the beginning to the end. Those that had one name
    /// after one another were never one shot; but whoever comes to another's name may be its new content, as editors save.
    ///
    /// - Parameter isBlind: for want of watches folders are looked at one now and one later. What goes to another may be met after
    ///   all that is known of where it was is forgotten.
    func isMixed(_ file: UInt64, becoming now: ShotPlaces, isBlind: Bool) -> Bool {
        all.contains { place, parts in
            guard parts.count > 1, parts != first[place] || parts != now.all[place] else { return false }
            return parts.contains { mine in
                mine.file == file
                    && parts.contains { other in
                        other.file != file
                            && (isBlind || other.name != mine.name
                                || mayGoOn(other.file, as: mine, at: place, now))
                    }
            }
        }
    }

    /// Whether the photo of a file may go on as another that came to its name: the file is gone, or had several names, or it was moved
    /// out of the way, or where nobody looks. Where it has a name that was somebody's they exchanged names.
    private func mayGoOn(_ file: UInt64, as part: Part, at place: Place, _ now: ShotPlaces) -> Bool {
        guard now.present.contains(file), !linked.contains(file), !left.contains(file) else { return true }
        let isFirst = first[place]?.contains(part) ?? false
        return !isFirst && !now.files.contains { $0.value == file && files[$0.key] != nil }
    }

    /// Whether a file of the beginning was nowhere below the root at some time, or where nobody looks.
    func hasLeft(_ file: UInt64) -> Bool { left.contains(file) }

    /// Whether others stood at a place of a shot with it, under other names.
    func hasMates(_ file: UInt64) -> Bool {
        all.values.contains { parts in
            parts.contains { mine in
                mine.file == file && parts.contains { $0.file != file && $0.name != mine.name }
            }
        }
    }

    /// Those that stood at a place of a shot with it, under other names, and somewhere else as well: they were photos of their own there.
    func matesElsewhere(_ file: UInt64) -> Set<UInt64> {
        var mates: Set<UInt64> = []
        for (place, parts) in all {
            guard let mine = parts.first(where: { $0.file == file }) else { continue }
            mates.formUnion(
                parts.filter { other in
                    other.file != file && other.name != mine.name
                        && all.contains { $0.key != place && $0.value.contains { $0.file == other.file } }
                }.map(\.file)
            )
        }
        return mates
    }

    /// Whether no other stood at any place of a shot where it did.
    func isAlone(_ file: UInt64, becoming now: ShotPlaces) -> Bool {
        for all in [all, now.all] {
            for parts in all.values
            where parts.contains(where: { $0.file == file }) && parts.contains(where: { $0.file != file }) {
                return false
            }
        }
        return true
    }
}
