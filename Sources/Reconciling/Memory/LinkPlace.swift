/// Where a name of a file is or was. Of a file with several names each has an identity of its own, and where names were
/// moved together nothing but their places tells which is which.
struct LinkPlace: Equatable {
    /// The root's name.
    let root: String
    /// Inside the root; empty for the root's own.
    let folder: [UInt8]
    let name: [UInt8]

    init(root: String, folder: [UInt8], name: [UInt8]) {
        self.root = root
        self.folder = folder
        self.name = name
    }

    /// - Parameter path: inside the root.
    init(root: String, path: [UInt8]) {
        let cut = path.lastIndex(of: UInt8(ascii: "/"))
        self.init(
            root: root,
            folder: cut.map { Array(path[..<$0]) } ?? [],
            name: cut.map { Array(path[($0 + 1)...]) } ?? path
        )
    }

    /// How near a place lies to another: in the same folder, then in the same root and there in the same folder of it, then
    /// under the same name.
    func nearness(to other: LinkPlace) -> Nearness {
        Nearness(folders: sharedFolders(with: other), isNamesake: name == other.name)
    }

    private func sharedFolders(with other: LinkPlace) -> Int {
        guard root == other.root else { return 0 }
        guard folder != other.folder else { return .max }
        let slash = UInt8(ascii: "/")
        return 1
            + zip(folder.split(separator: slash), other.folder.split(separator: slash)).prefix { $0 == $1 }
            .count
    }

    struct Nearness: Comparable {
        /// How many folders, the root's own first, are the same; all of them: `Int.max`.
        let folders: Int
        let isNamesake: Bool

        static func < (first: Nearness, second: Nearness) -> Bool {
            guard first.folders == second.folders else { return first.folders < second.folders }
            return !first.isNamesake && second.isNamesake
        }
    }

    /// Which of several places a name has come from.
    enum Choice: Equatable {
        /// The number of the one that is it.
        case certain(Int)
        /// The number of the first of several that are as near, and in no case in the same folder: another name may be nearer
        /// to it.
        case vague(Int)

        var number: Int {
            switch self {
            case .certain(let number), .vague(let number): number
            }
        }
    }

    /// The nearest of some places; `nil` where there are none.
    func nearest(of places: [LinkPlace]) -> Choice? {
        guard let best = places.map({ $0.nearness(to: self) }).max() else { return nil }
        let nearest = places.indices.filter { places[$0].nearness(to: self) == best }
        guard let first = nearest.first else { return nil }
        return nearest.count == 1 || best.folders == .max ? .certain(first) : .vague(first)
    }
}
