import LineProtocol
import PhotoModel
import SimulatedMachine

/// Edits of which clients were told that they are done: each is shown from the next `sync` on, until somebody writes one of its shot's
/// files, moves one of them without the others, edits the photo again, or takes an edit back.
struct ShownEdits {
    /// Where a shot's files stand together.
    private struct Place: Hashable {
        let folder: UInt64
        let stem: Substring

        init(_ occupant: Occupant) { (folder, stem) = (occupant.folder, Operation.stem(occupant.path)) }
    }

    private struct Entry: Hashable {
        let folder: UInt64
        let name: Substring

        init(_ occupant: Occupant) { (folder, name) = (occupant.folder, Operation.name(occupant.path)) }
    }

    private struct Edit {
        let text: String
        /// The photo's file; `nil` of one that the edit has written, until everything was exact.
        var file: UInt64?
    }

    private var edits: [AssetID: Edit] = [:]
    /// Which file stood at the photo's path when each edit was asked for, by what the edit says.
    private var asked: [Int: UInt64] = [:]
    /// Photos of which something may be shown that their files do not say.
    private var overlaid: Set<AssetID> = []
    /// Whether that may be any, as what came of some edit is not known.
    private var mayAllBeOverlaid = false
    /// Since everything was exact last.
    private var touched: Set<Place> = []
    private var moved: Set<Substring> = []

    /// Nobody knows what became of them.
    mutating func forget() { (edits, mayAllBeOverlaid) = ([:], true) }

    mutating func noteAsking(_ number: Int, of path: String) {
        asked[number] = Machine.kernel.stamp(at: path)?.file
    }

    /// Users have done something.
    mutating func note(from before: [Occupant], to now: [Occupant]) {
        let (was, is_) = (Self.byEntry(before), Self.byEntry(now))
        for occupant in before + now {
            let (old, new) = (was[Entry(occupant)], is_[Entry(occupant)])
            guard old?.file != new?.file || old?.content != new?.content else { continue }
            touched.insert(Place(occupant))
        }
    }

    private static func byEntry(_ occupants: [Occupant]) -> [Entry: Occupant] {
        Dictionary(occupants.map { (Entry($0), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// photod is to move a shot, wherever that is.
    mutating func noteMove(of path: String) { moved.insert(Operation.stem(path)) }

    /// Where its name was taken it is called `1-2.jpg`.
    private func isMoved(_ path: String) -> Bool {
        moved.contains(Operation.stem(path)) || moved.contains(Operation.stem(path).prefix { $0 != "-" })
    }

    /// What came of edits, and of what takes them back.
    mutating func takeIn(_ requests: [BatchRequest]) {
        for request in requests {
            let lines = (request.result ?? []).filter { $0["result"] != nil }
            // It may be begun, and brought to its end later.
            if lines.isEmpty { forget() }
            for line in lines {
                guard let id = line["id"]?.string.flatMap({ AssetID($0) }) else { continue }
                edits[id] = nil
                let isOK = line["result"]?.string == "ok"
                let layers = (line["layers"]?.array ?? []).compactMap(\.string)
                if !isOK || layers.contains("index") { overlaid.insert(id) }
                guard case .edit(let number) = request.kind, isOK else { continue }
                let isNewFile = layers.contains("file")
                // Only its place tells whose a new file is, and a copy of the old one may be the photo.
                if isNewFile, !Machine.kernel.tellsFilesApart { continue }
                edits[id] = Edit(text: PhotoEditors.text(number), file: isNewFile ? nil : asked[number] ?? 0)
            }
        }
    }

    /// - Parameters:
    ///   - now: when everything is exact.
    ///   - comebacks: a file whose number and birth time another had may be taken for that one.
    mutating func differences(_ now: Comparison, _ occupants: [Occupant], _ comebacks: Comebacks) -> [String]
    {
        defer { (touched, moved) = ([], []) }
        let standing = Dictionary(occupants.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        let paths = Dictionary(now.ids.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
        var differences: [String] = []
        for (id, edit) in edits.sorted(by: { $0.key < $1.key }) {
            guard let path = paths[id], let photo = standing[path], let row = now.rows[path],
                edit.file == nil || edit.file == photo.file, !UserCalls.linked.contains(photo.number),
                !comebacks.isDoubtful(photo.file), !touched.contains(Place(photo)),
                !isMoved(path)
            else {
                edits[id] = nil
                continue
            }
            edits[id]?.file = photo.file
            guard !now.isShut(shotOf: path), !row.says(edit.text) else { continue }
            differences.append("an edit that is not shown: \(path) is to say \(edit.text), and is \(row)")
        }
        return differences + unwanted(now, standing, comebacks)
    }

    /// Photos of which something is shown that neither a file nor an edit has said.
    private mutating func unwanted(
        _ now: Comparison,
        _ standing: [String: Occupant],
        _ comebacks: Comebacks
    ) -> [String] {
        var unwanted: [String] = []
        for path in now.overlaid.sorted() {
            guard let id = now.ids[path], !mayAllBeOverlaid, !overlaid.contains(id) else { continue }
            guard let photo = standing[path], !touched.contains(Place(photo)), !now.isShut(shotOf: path),
                !isMoved(path), !UserCalls.linked.contains(photo.number),
                !comebacks.isDoubtful(photo.file)
            else {
                overlaid.insert(id)
                continue
            }
            unwanted.append(
                "an edit that stands nowhere: \(path) is \(now.rows[path].map { "\($0)" } ?? "nothing")"
            )
        }
        return unwanted
    }
}
