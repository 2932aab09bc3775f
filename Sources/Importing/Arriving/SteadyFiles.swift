import PhotoModel

/// Files that another machine may be writing, as those of a network mount: nobody here can say whether they are complete,
/// so they count as such when two looks find them alike, with a poll of the folder between them. Pure.
///
/// Times are nanoseconds of any clock that only runs forward.
public struct SteadyFiles: Sendable {
    private struct Look {
        let stamp: FileStamp
        /// When it was first found so.
        let since: Int64
    }

    /// A little less than the 20 seconds between two polls: the second look shall not miss them by a hair.
    static let apart: Int64 = 15_000_000_000

    private var looks: [FilePath: [FileName: Look]] = [:]

    public init() {}

    /// Takes in a look at files of a folder.
    ///
    /// - Parameter present: all names that the folder holds; what else was seen there is forgotten.
    /// - Returns: those of the files that are complete.
    public mutating func look(
        at folder: FilePath,
        _ stamps: [FileName: FileStamp],
        among present: Set<FileName>,
        now: Int64
    ) -> Set<FileName> {
        var known = (looks[folder] ?? [:]).filter { present.contains($0.key) }
        var steady: Set<FileName> = []
        for (name, stamp) in stamps {
            if let before = known[name], before.stamp == stamp {
                if now - before.since >= Self.apart { steady.insert(name) }
            } else {
                known[name] = Look(stamp: stamp, since: now)
            }
        }
        looks[folder] = known.isEmpty ? nil : known
        return steady
    }

    /// Forgets what is not there any more: files of a folder, and folders with all that was seen in them.
    ///
    /// - Parameter isGone: asked of those files and of every folder.
    public mutating func forget(in folder: FilePath, where isGone: (FilePath) -> Bool) {
        for path in looks.keys where isGone(path) { looks[path] = nil }
        guard let known = looks[folder] else { return }
        let kept = known.filter { !isGone(folder.appending($0.key)) }
        looks[folder] = kept.isEmpty ? nil : kept
    }

    /// How many files are remembered.
    var count: Int { looks.values.reduce(0) { $0 + $1.count } }
}
