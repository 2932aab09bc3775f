import CSimulation
import TestSupport

/// A script drawn from a seed. Folders, names and contents are few, so that they meet.
struct RandomScript {
    private var random: SeededGenerator
    private let folders: [String]
    /// Where links to folders may stand; empty where none are followed.
    private let links: [String]
    /// Whether files and folders are shut.
    private let hasModes: Bool
    /// Whether a second disk is mounted and unmounted.
    private let hasMounts: Bool
    /// Whether files are given each other's names.
    private let hasRings: Bool
    /// Disks come and go elsewhere: drawn apart, so that the rest is what it is without them.
    private var guests: SeededGenerator
    private let hasGuests: Bool
    /// Clients ask for batches: drawn apart as well.
    private var clients: SeededGenerator
    private let hasClients: Bool
    /// Clients edit photos: drawn apart, too.
    private var editors: EditingScript?
    /// Of the names, those that this round is about.
    private var touched: [String] = []
    private var last: Operation?
    /// What that was about: much happens to one file or folder twice.
    private var latest: [String] = []
    private var places = LikelyPlaces()
    /// The last of those contents that only one file was written with.
    private var unique = RandomScript.common
    /// Contents up to this are many files'.
    private static let common = 8
    private let names = [
        "1.jpg", "1.mov", "1.xmp", "1.jpg.xmp", "1.dng", "1.JPG", "2.heic", "2.mov", "2.heic.xmp", "3.mp4",
        "4.jpg", "5.dng",
        "5.dng.xmp", "6.mov",
    ]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        let folders = ["", "a", "b", "a/c", "a/c/d", "b/e", "../outside/f"]
        hasModes = seed % 9 == 7
        hasMounts = seed % 9 == 1 && !Machine.isNetwork(seed)
        hasRings = Life.hasHaste(seed)
        hasGuests = [3, 7, 8].contains(seed % 10)
        guests = SeededGenerator(seed: ~seed)
        hasClients = Machine.isBatching(seed)
        clients = SeededGenerator(seed: ~seed ^ 0xBA7C)
        editors = Machine.hasEdits ? EditingScript(seed: seed, isTrashing: hasClients) : nil
        links = Self.follows(seed) ? ["l", "a/l", "b/k"] : []
        self.folders = folders + (links.isEmpty ? [] : ["../outside/g", "l/h"] + links)
    }

    /// Whether some links lead to folders, and are followed.
    private static func follows(_ seed: UInt64) -> Bool { seed % 9 == 4 }

    /// - Parameter rounds: how often everything has to be exact in between.
    mutating func operations(rounds: Int) -> [Operation] {
        var operations: [Operation] = [.folder("a"), .folder("b"), .folder("a/c"), .folder("../outside/f")]
        for operation in operations { places.note(operation) }
        for _ in 0..<rounds {
            // What happens to a few names at a time lets the others' ids be held to what they were.
            touched = names.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                for next in draw() {
                    places.note(next)
                    (last, latest) = (next, next.paths)
                    operations.append(next)
                    if hasGuests, Int.random(in: 0..<4, using: &guests) == 0 { operations.append(.guest) }
                    if hasClients, let wish = clientsWish() {
                        places.note(wish)
                        operations.append(wish)
                    }
                    let inside = places.files.filter { !$0.hasPrefix("..") && isFile($0) }
                    for wish in editors?.wishes(of: inside) ?? [] {
                        places.note(wish)
                        operations.append(wish)
                    }
                    if Bool.random(using: &random) {
                        operations.append(.pause(microseconds: Int.random(in: 5...500, using: &random)))
                    }
                }
            }
            operations.append(.sync)
        }
        return operations
    }

    /// What a client asks for between two operations of users, if any does.
    private mutating func clientsWish() -> Operation? {
        switch Int.random(in: 0..<9, using: &clients) {
        case 0, 1:
            let inside = places.files.filter { !$0.hasPrefix("..") && isFile($0) }
            return inside.randomElement(using: &clients).map { .trash($0) }
        case 2:
            let inside = places.files.filter { !$0.hasPrefix("..") && isFile($0) }
            let folder = ["a", "b", "a/c", "n", "b/n"].randomElement(using: &clients) ?? "n"
            return inside.randomElement(using: &clients).map { .file($0, folder) }
        case 3: return .undo
        default: return nil
        }
    }

    private mutating func draw() -> [Operation] {
        switch Int.random(in: 0..<24, using: &random) {
        case 0: comeback()
        case 1, 2: undone().map { back($0) } ?? [operation()]
        default: [operation()]
        }
    }

    /// What was moved last is moved back.
    private func undone() -> Operation? {
        switch last {
        case .rename(let from, let to): places.stands(to) ? .rename(to, from) : nil
        case .exchange: last
        default: nil
        }
    }

    /// Now and then it is moved to and fro, more often than anybody looks.
    private mutating func back(_ undone: Operation) -> [Operation] {
        guard let last, Int.random(in: 0..<8, using: &random) == 0 else { return [undone] }
        let times = Int.random(in: 5...60, using: &random)
        return [undone] + (0..<times).flatMap { _ in [last, undone] }
    }

    private mutating func operation() -> Operation {
        if !links.isEmpty, Int.random(in: 0..<12, using: &random) == 0 { return symlink() }
        if hasModes, Int.random(in: 0..<8, using: &random) == 0 { return mode() }
        if hasMounts, Int.random(in: 0..<8, using: &random) == 0 { return mountOrUnmount() }
        if hasRings, Int.random(in: 0..<6, using: &random) == 0 { return ringViewOrRest() }
        return anyOperation()
    }

    /// Of up to six files of one kind, wherever they are; or one is viewed; or nothing for so long that what is there is new no more.
    private mutating func ringViewOrRest() -> Operation {
        let kinds = Dictionary(grouping: places.files.filter { !$0.hasPrefix("..") && isFile($0) }) {
            $0.drop { $0 != "." }.lowercased()
        }
        let several = kinds.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
        let what = Int.random(in: 0..<6, using: &random)
        if what < 2 { return .view(standingInside()) }
        guard what < 5, let kind = several.randomElement(using: &random) else {
            return .wait(milliseconds: 70_000)
        }
        return .ring(Array(kind.value.shuffled(using: &random).prefix(6)))
    }

    /// Folders that nobody may look into, and files that nobody may read; most are opened again.
    private mutating func mode() -> Operation {
        if Bool.random(using: &random) {
            let modes = [0o755, 0o755, 0o755, 0, 0o300, 0o500, 0o644]
            return .mode(standingFolder(), modes.randomElement(using: &random) ?? 0o755)
        }
        return .mode(standingInside(), [0o644, 0o644, 0, 0o444].randomElement(using: &random) ?? 0o644)
    }

    /// A disk that is there goes, most of the time.
    private mutating func mountOrUnmount() -> Operation {
        if places.mountPoint != nil { return .unmount }
        let inside = places.folders.filter { !$0.hasPrefix("..") }
        return .mount(inside.randomElement(using: &random) ?? "a")
    }

    /// Most lead out of the root: what is in it has a name already.
    private mutating func symlink() -> Operation {
        let targets = ["../outside/f", "../outside/g", "../outside/f", "../outside/g", "../outside", "a/c"]
        let target = targets.randomElement(using: &random) ?? ""
        return .symlink(to: target, links.randomElement(using: &random) ?? "l")
    }

    private mutating func anyOperation() -> Operation {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<10: .folder(folder())
        case 10..<31: .write(inside(), content: content(), way())
        case 31..<36: copy()
        case 36..<41: .touch(standingInside(), hoursAgo: Int.random(in: 0...2000, using: &random))
        case 41..<49: .remove(standingFile())
        case 49..<53: .removeTree(standingFolder())
        case 53..<67: rename()
        case 67..<80: renameFolder()
        case 80..<85: exchange()
        // What is done by a name to which no link leads for a while, or in a folder that is shut or hidden, is not heard of.
        case 85..<89: links.isEmpty && !hasModes && !hasMounts ? link() : rename()
        case 89..<96: .wait(milliseconds: [1, 3, 6, 20, 150, 2500].randomElement(using: &random) ?? 1)
        case 96: .kill
        case 97: .restart
        case 98: .powerCut
        default: Bool.random(using: &random) ? .loseIndex : .kill
        }
    }

    /// Some are nobody else's.
    private mutating func content() -> Int {
        guard Int.random(in: 0..<4, using: &random) == 0 else { return Int.random(in: 1...8, using: &random) }
        unique += 1
        return unique
    }

    /// A photo is deleted and written anew elsewhere.
    private mutating func comeback() -> [Operation] {
        let unique = places.files.filter {
            !$0.hasPrefix("..") && (places.content(of: $0) ?? 0) > Self.common
        }
        guard let from = unique.randomElement(using: &random), let content = places.content(of: from) else {
            return [operation()]
        }
        let ending = from.drop { $0 != "." }.lowercased()
        let free = names.filter { $0.drop { $0 != "." }.lowercased() == ending }
            .flatMap { name in ([""] + places.folders).map { $0.isEmpty ? name : $0 + "/" + name } }
            .filter { !$0.hasPrefix("..") && !places.stands($0) }
        guard let to = free.randomElement(using: &random) else { return [operation()] }
        let wait: [Operation] =
            Bool.random(using: &random) ? [.wait(milliseconds: Int.random(in: 1...20, using: &random))] : []
        return [.remove(from)] + wait + [.write(to, content: content, way())]
    }

    private mutating func copy() -> Operation {
        let from = standingInside()
        let content = places.content(of: from) ?? content()
        return .write(likeOne(from), content: content, way())
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
        if takesLinkOut(one, other) || takesLinkOut(other, one) { return .exchange(one, one) }
        return .exchange(one, Self.isSidecar(other) ? standingFolder() : other)
    }

    /// Most go to where nothing is.
    private mutating func renameFolder() -> Operation {
        let from = standingFolder()
        let free = folders.dropFirst().filter {
            places.hasPlace(for: $0) && !places.stands($0) && !LikelyPlaces.isInside($0, from)
        }
        let to = isLikely() ? free.randomElement(using: &random) ?? folder() : folder()
        return .rename(from, takesLinkOut(from, to) ? from : to)
    }

    /// Whether a link would stand outside, where others lead through it.
    private func takesLinkOut(_ from: String, _ to: String) -> Bool {
        links.contains(from) && to.hasPrefix("..")
    }

    private mutating func likeOne(_ name: String) -> String {
        // Of those that this round is about, none may be one.
        for _ in 0..<16 {
            let other = name.hasPrefix("..") ? file() : inside()
            if Self.isSidecar(name) == Self.isSidecar(other) { return other }
        }
        return name
    }

    private func isFile(_ path: String) -> Bool {
        names.contains { path == $0 || path.hasSuffix("/" + $0) }
    }

    private mutating func isOnceMore() -> Bool { Int.random(in: 0..<4, using: &random) == 0 }

    private mutating func isLikely() -> Bool { Int.random(in: 0..<4, using: &random) > 0 }

    /// One that is there, most of the time.
    private mutating func standingFolder() -> String {
        if isOnceMore(), let folder = latest.filter(places.folders.contains).randomElement(using: &random) {
            return folder
        }
        return isLikely() ? places.folders.randomElement(using: &random) ?? folder() : folder()
    }

    /// One that is there and that this round is about, most of the time.
    private mutating func standingFile() -> String {
        // Nobody is told of what is done by the name of a folder that a file was exchanged for.
        let latest = latest.filter { places.files.contains($0) && isFile($0) }
        if isOnceMore(), let file = latest.randomElement(using: &random) { return file }
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
        // Also one that has just left its name.
        if isOnceMore(), let file = latest.filter(isFile).randomElement(using: &random) { return file }
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
