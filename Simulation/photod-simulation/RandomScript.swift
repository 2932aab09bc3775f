import CSimulation
import TestSupport

/// A script drawn from a seed. Folders, names and contents are few, so that they meet.
struct RandomScript {
    private var random: SeededGenerator
    private let folders: [String]
    /// Of the names, those that this round is about.
    private var touched: [String] = []
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
        for _ in 0..<rounds {
            // What happens to a few names at a time lets the others' ids be held to what they were.
            touched = names.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            for _ in 0..<Int.random(in: 1...6, using: &random) { operations.append(operation()) }
            operations.append(.sync)
        }
        return operations
    }

    private mutating func operation() -> Operation {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<10: .folder(folder())
        case 10..<36: .write(inside(), content: Int.random(in: 1...8, using: &random), way())
        case 36..<41: .touch(inside(), hoursAgo: Int.random(in: 0...2000, using: &random))
        case 41..<49: .remove(file())
        case 49..<53: .removeTree(folder())
        case 53..<67: rename()
        case 67..<80: .rename(folder(), folder())
        case 80..<85:
            .exchange(
                Bool.random(using: &random) ? file() : folder(),
                Bool.random(using: &random) ? file() : folder()
            )
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
        let from = inside()
        return .link(from, likeOne(from))
    }

    private mutating func rename() -> Operation {
        let from = file()
        return .rename(from, likeOne(from))
    }

    private mutating func likeOne(_ name: String) -> String {
        while true {
            let other = name.hasPrefix("..") ? file() : inside()
            if Self.isSidecar(name) == Self.isSidecar(other) { return other }
        }
    }

    private static func isSidecar(_ name: String) -> Bool { name.hasSuffix(".xmp") }

    private mutating func folder() -> String {
        folders.dropFirst().randomElement(using: &random) ?? "a"
    }

    private mutating func file() -> String {
        let folder = folders.randomElement(using: &random) ?? ""
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
