import SimulatedMachine

/// Photos that are deleted and written anew elsewhere, as they are by programs that put things in order from one disk to another. Where no
/// other file ever had the content, what is written is the photo, and has its id.
struct Comebacks {
    private struct Number: Hashable {
        let inode: UInt64
        let birthTime: Int64

        init(_ occupant: Occupant) { (inode, birthTime) = (occupant.number, occupant.birthTime) }
    }

    /// Files that ever had each content, since there is an index.
    private var holders: [[UInt8]: Set<UInt64>] = [:]
    /// Files that ever had each number and birth time. Some live for less than a tick of the disk's clock.
    private var numbers: [Number: Set<UInt64>] = [:]
    /// Those that had one that another had.
    private var doubtful: Set<UInt64> = []
    /// What stood at each path first. For a minute what comes to a path is what was lost there, as some programs delete and write anew.
    private var firsts: [String: UInt64] = [:]
    private var followers: Set<UInt64> = []
    /// When each was there first, and from when on it was not any more, counted in operations.
    private var came: [UInt64: Int] = [:]
    private var left: [UInt64: Int] = [:]
    private var present: Set<UInt64> = []
    private var now = 0

    mutating func note(_ occupants: [Occupant]) {
        now += 1
        let files = Set(occupants.map(\.file))
        for file in present.subtracting(files) { left[file] = now }
        for file in files where came[file] == nil { came[file] = now }
        for occupant in occupants {
            holders[occupant.content, default: []].insert(occupant.file)
            let first = firsts[occupant.path] ?? occupant.file
            firsts[occupant.path] = first
            if first != occupant.file { followers.insert(occupant.file) }
            let sharing = numbers[Number(occupant), default: []].union([occupant.file])
            numbers[Number(occupant)] = sharing
            if sharing.count > 1 { doubtful.formUnion(sharing) }
        }
        present = files
    }

    /// Whether another file had its number and birth time.
    func isDoubtful(_ file: UInt64) -> Bool { doubtful.contains(file) }

    /// Whether several files ever held what this one holds.
    func isCopied(_ content: [UInt8]?) -> Bool { content.map { holders[$0]?.count ?? 0 > 1 } ?? false }

    /// Whether another file ever held what this one holds or held.
    func sharesContent(_ file: UInt64) -> Bool {
        holders.values.contains { $0.count > 1 && $0.contains(file) }
    }

    /// Where a photo's content is now, if that is the photo: its file had left before the other came.
    func place(of file: UInt64, _ content: [UInt8], among occupants: [Occupant]) -> Occupant? {
        guard !present.contains(file), let left = left[file],
            let other = holders[content]?.first(where: { $0 != file }), holders[content] == [file, other],
            let came = came[other], left <= came
        else { return nil }
        let here = occupants.filter { $0.file == other }
        guard here.count == 1, here[0].content == content, !followers.contains(other),
            doubtful.isDisjoint(with: [file, other])
        else { return nil }
        return here[0]
    }
}
