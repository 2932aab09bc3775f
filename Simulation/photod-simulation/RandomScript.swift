import CSimulation
import TestSupport

/// A script drawn from a seed. Folders, names and contents are few, so that they meet.
struct RandomScript {
    private var random: SeededGenerator
    private let folders: [String]
    /// Of the names, those that this round is about.
    private var touched: [String] = []
    private var places = LikelyPlaces()
    private let names = [
        "1.jpg", "1.mov", "1.xmp", "1.jpg.xmp", "1.dng", "1.JPG", "2.heic", "2.mov", "2.heic.xmp", "3.mp4",
        "4.jpg", "5.dng",
        "5.dng.xmp", "6.mov",
    ]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        folders = ["", "a", "b", "a/c", "a/c/d", "b/e", "../outside/f"]
    }

    /// - Parameter rounds: how often everything has to be exact in between.
    mutating func operations(rounds: Int) -> [Operation] {
        var operations: [Operation] = [.folder("a"), .folder("b"), .folder("a/c"), .folder("../outside/f")]
        for operation in operations { places.note(operation) }
        for _ in 0..<rounds {
            // What happens to a few names at a time lets the others' ids be held to what they were.
            touched = names.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let next = operation()
                places.note(next)
                operations.append(next)
                if Bool.random(using: &random) {
                    operations.append(.pause(microseconds: Int.random(in: 5...500, using: &random)))
                }
            }
            operations.append(.sync)
        }
        return operations
    }

    private mutating func operation() -> Operation {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<10: .folder(folder())
        case 10..<36: .write(inside(), content: Int.random(in: 1...8, using: &random), way())
        case 36..<41: .touch(standingInside(), hoursAgo: Int.random(in: 0...2000, using: &random))
        case 41..<49: .remove(standingFile())
        case 49..<53: .removeTree(standingFolder())
        case 53..<67: rename()
        case 67..<80: renameFolder()
        case 80..<85: exchange()
        case 85..<89: link()
        case 89..<96: .wait(milliseconds: [1, 3, 6, 20, 150, 2500].randomElement(using: &random) ?? 1)
        case 96: .kill
        case 97: .restart
        case 98: .powerCut
        default: Bool.random(using: &random) ? .loseIndex : .kill
        }
    }

    /// Of two names of one kind: what is written to a photo by the name of a sidecar that belongs to nothing is not heard of.
    private mutating func link() -> Operation {
        let from = standingInside()
        return .link(from, likeOne(from))
    }

    private mutating func rename() -> Operation {
        let from = standingFile()
        return .rename(from, likeOne(from))
    }

    /// A sidecar's name is exchanged with another one's only, as `link` says.
    private mutating func exchange() -> Operation {
        let one = Bool.random(using: &random) ? standingFile() : standingFolder()
        if Self.isSidecar(one) { return .exchange(one, likeOne(one)) }
        let other = Bool.random(using: &random) ? standingFile() : standingFolder()
        return .exchange(one, Self.isSidecar(other) ? standingFolder() : other)
    }

    /// Most go to where nothing is.
    private mutating func renameFolder() -> Operation {
        let from = standingFolder()
        let free = folders.dropFirst().filter {
            places.hasPlace(for: $0) && !places.stands($0) && !LikelyPlaces.isInside($0, from)
        }
        return .rename(from, isLikely() ? free.randomElement(using: &random) ?? folder() : folder())
    }

    private mutating func likeOne(_ name: String) -> String {
        while true {
            let other = name.hasPrefix("..") ? file() : inside()
            if Self.isSidecar(name) == Self.isSidecar(other) { return other }
        }
    }

    private mutating func isLikely() -> Bool { Int.random(in: 0..<4, using: &random) > 0 }

    /// One that is there, most of the time.
    private mutating func standingFolder() -> String {
        isLikely() ? places.folders.randomElement(using: &random) ?? folder() : folder()
    }

    /// One that is there and that this round is about, most of the time.
    private mutating func standingFile() -> String {
        guard isLikely() else { return file() }
        let files = places.files.filter { file in touched.contains { file == $0 || file.hasSuffix("/" + $0) }
        }
        return files.randomElement(using: &random) ?? file()
    }

    private mutating func standingInside() -> String {
        while true {
            let name = standingFile()
            if !name.hasPrefix("..") { return name }
        }
    }

    private static func isSidecar(_ name: String) -> Bool { name.hasSuffix(".xmp") }

    private mutating func folder() -> String {
        folders.dropFirst().randomElement(using: &random) ?? "a"
    }

    private mutating func file() -> String {
        let standing = isLikely() ? [""] + places.folders : folders
        let folder = standing.randomElement(using: &random) ?? ""
        let name = (touched.isEmpty ? names : touched).randomElement(using: &random) ?? "1.jpg"
        return folder.isEmpty ? name : folder + "/" + name
    }

    /// Nobody can tell a watcher of what is done by a name outside.
    private mutating func inside() -> String {
        while true {
            let name = file()
            if !name.hasPrefix("..") { return name }
        }
    }

    private mutating func way() -> Operation.Way {
        Operation.Way.allCases.randomElement(using: &random) ?? .whole
    }
}
