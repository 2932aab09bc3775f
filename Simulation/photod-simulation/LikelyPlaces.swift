/// What stands where while a script is carried out, as far as that can be said without doing it: most of what is drawn is to have
/// something that it happens to.
struct LikelyPlaces {
    private(set) var folders: [String] = []
    private(set) var files: [String] = []
    /// Which content each file has that was written by the name that it is known by.
    private var contents: [String: Int] = [:]
    /// What was moved to the trash last.
    private var trashed: [String] = []
    /// Where the second disk is mounted.
    private(set) var mountPoint: String?
    /// What the folder there has, or where it is mounted nowhere what the disk has.
    private var hidden = Content()

    /// What a folder holds, by paths below it.
    private struct Content {
        var folders: [String] = []
        var files: [String] = []
        var contents: [String: Int] = [:]
    }

    mutating func note(_ operation: Operation) {
        switch operation {
        case .folder(let path), .symlink(_, let path):
            if hasPlace(for: path), !stands(path) { folders.append(path) }
        case .write(let path, let content, let way):
            if hasPlace(for: path), !stands(path), way != .rewritten { files.append(path) }
            if files.contains(path) { contents[path] = content }
        case .link(let from, let to):
            if files.contains(from), hasPlace(for: to), !stands(to) { files.append(to) }
        case .remove(let path): files.removeAll { $0 == path }
        case .trash(let path):
            let (shot, stem) = (path.prefix(path.count - Operation.name(path).count), Operation.stem(path))
            trashed = files.filter {
                $0.hasPrefix(shot) && !$0.dropFirst(shot.count).contains("/") && Operation.stem($0) == stem
            }
            files.removeAll { trashed.contains($0) }
        case .file(let path, let folder):
            if hasPlace(for: folder), !stands(folder) { folders.append(folder) }
            move(path, folder + "/" + Operation.name(path))
        case .undo:
            files += trashed.filter { !stands($0) && hasPlace(for: $0) }
            trashed = []
        case .removeTree(let path):
            let kept = mountPoint
            rename { place in
                let isKept = kept.map { Self.isInside(place, path) && Self.isInside($0, place) } ?? false
                return Self.isInside(place, path) && !isKept ? nil : place
            }
        case .mount(let path):
            guard mountPoint == nil, folders.contains(path) else { return }
            mountPoint = path
            swapHidden(at: path)
        case .unmount:
            guard let path = mountPoint else { return }
            mountPoint = nil
            swapHidden(at: path)
        case .rename(let from, let to): move(from, to)
        case .exchange(let one, let other):
            guard stands(one), stands(other), !Self.isInside(one, other), !Self.isInside(other, one),
                !isHeld(one), !isHeld(other), isOnDisk(one) == isOnDisk(other)
            else { return }
            mountPoint = mountPoint.map { Self.moved($0, one, other) ?? Self.moved($0, other, one) ?? $0 }
            rename { Self.moved($0, one, other) ?? Self.moved($0, other, one) ?? $0 }
        case .ring(let paths):
            let moved = paths.map { contents[$0] }
            for (next, content) in zip(paths.dropFirst() + paths.prefix(1), moved) {
                contents[next] = content
            }
        case .touch, .view, .edit, .mode, .guest, .wait, .pause, .sync, .kill, .restart, .loseIndex,
            .powerCut:
            break
        }
    }

    /// Whether the second disk is mounted on it, so that it can neither be moved nor removed.
    private func isHeld(_ path: String) -> Bool { path == mountPoint }

    private func isOnDisk(_ path: String) -> Bool { mountPoint.map { path.hasPrefix($0 + "/") } ?? false }

    private mutating func swapHidden(at path: String) {
        let seen = Content(
            folders: folders.filter { $0.hasPrefix(path + "/") }.map { String($0.dropFirst(path.count)) },
            files: files.filter { $0.hasPrefix(path + "/") }.map { String($0.dropFirst(path.count)) },
            contents: Dictionary(
                uniqueKeysWithValues: contents.filter { $0.key.hasPrefix(path + "/") }
                    .map { (String($0.key.dropFirst(path.count)), $0.value) }
            )
        )
        rename { $0.hasPrefix(path + "/") ? nil : $0 }
        folders += hidden.folders.map { path + $0 }
        files += hidden.files.map { path + $0 }
        for (file, content) in hidden.contents { contents[path + file] = content }
        hidden = seen
    }

    func content(of file: String) -> Int? { files.contains(file) ? contents[file] : nil }

    func stands(_ path: String) -> Bool { folders.contains(path) || files.contains(path) }

    /// Whether the folder is there that something would come to.
    func hasPlace(for path: String) -> Bool {
        guard let slash = path.lastIndex(of: "/") else { return true }
        return path[..<slash] == "../outside" || folders.contains(String(path[..<slash]))
    }

    static func isInside(_ path: String, _ folder: String) -> Bool {
        path == folder || path.hasPrefix(folder + "/")
    }

    private mutating func move(_ from: String, _ to: String) {
        guard stands(from), hasPlace(for: to), !Self.isInside(to, from), !Self.isInside(from, to),
            folders.contains(from) == folders.contains(to) || !stands(to),
            !(folders + files).contains(where: { $0.hasPrefix(to + "/") }),
            !isHeld(from), !isHeld(to), files.contains(from) || isOnDisk(from) == isOnDisk(to)
        else { return }
        mountPoint = mountPoint.map { Self.moved($0, from, to) ?? $0 }
        rename { $0 == to ? nil : Self.moved($0, from, to) ?? $0 }
    }

    private mutating func rename(_ place: (String) -> String?) {
        folders = folders.compactMap(place)
        let moved = files.compactMap { file in place(file).map { (from: file, to: $0) } }
        files = moved.map(\.to)
        contents = Dictionary(
            moved.compactMap { file in contents[file.from].map { (file.to, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Where something is after its folder was moved; `nil` where it is in another one.
    private static func moved(_ path: String, _ from: String, _ to: String) -> String? {
        isInside(path, from) ? to + path.dropFirst(from.count) : nil
    }
}
