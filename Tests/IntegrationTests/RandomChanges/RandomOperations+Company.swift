import Glibc
import PhotoModel
import TestSupport

/// What happens around the other things: folders are touched and moved as soon as they are made, programs set times and
/// modes once they have closed a file, and what was deleted is put back.
extension RandomOperations {
    /// One more thing now and then.
    mutating func keepCompany() throws {
        guard var dice = more, dice.chance(30) else { return }
        switch dice.below(4) {
        case 0: try touchFolder(&dice)
        case 1: try moveTouchedFolder(&dice)
        case 2: try copyPair(&dice)
        default: try removeToRestore(&dice)
        }
        more = dice
    }

    private func anyFolder(_ dice: inout SeededGenerator) -> FilePath? {
        dice.pick(shadow.folders.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) })
    }

    private func touch(_ folder: FilePath, _ dice: inout SeededGenerator) throws {
        if dice.chance(50) {
            try Disk.setTime(folder, seconds: KnownContents.time(&dice).seconds)
        } else {
            try Disk.setMode(folder, dice.chance(50) ? 0o755 : 0o750)
        }
    }

    private mutating func touchFolder(_ dice: inout SeededGenerator) throws {
        guard let folder = anyFolder(&dice), Disk.isFolder(folder) else { return }
        try touch(folder, &dice)
        story.append("touch folder \(folder.uri.dropFirst(root.uri.utf8.count))")
    }

    /// A folder that may be younger than the daemon moves within one that is touched, once or twice.
    private mutating func moveTouchedFolder(_ dice: inout SeededGenerator) throws {
        guard var folder = anyFolder(&dice), Disk.isFolder(folder) else { return }
        try touch(folder.parent, &dice)
        for _ in 0...dice.below(2) {
            let target = folder.parent.appending(RandomNames.folder(&dice))
            guard Disk.status(target) == nil, target.bytes.count < 2000 else { return }
            try Disk.rename(folder, to: target)
            shadow.moveFolder(folder, to: target)
            tell("move folder in a touched one", folder, target)
            folder = target
        }
    }

    /// As `gio copy`, unzip and the like write a photo and what belongs to it.
    private mutating func copyPair(_ dice: inout SeededGenerator) throws {
        let folder = anyFolder(&dice) ?? root
        let base = RandomNames.base(&dice)
        for suffix in ["jpg", dice.chance(50) ? "xmp" : "JPG.xmp", "dng"].shuffled(using: &dice) {
            let path = folder.appending(RandomNames.name(base, suffix))
            guard path.lastName.bytes.count <= 255, Disk.status(path) == nil else { continue }
            let content = suffix == "jpg" ? contents.photo(&dice) : contents.opaque()
            try Disk.write(content, to: path, parts: 1 + dice.below(3))
            shadow.create(path, content: content)
            try Disk.setTime(path, seconds: KnownContents.time(&dice).seconds)
            try Disk.setMode(path, 0o640)
            tell("copy of a pair", path)
        }
    }

    // MARK: Put back

    /// Removes a photo of which nobody can doubt whose it is when it is put back.
    private mutating func removeToRestore(_ dice: inout SeededGenerator) throws {
        let candidates = shadow.files.keys.filter { shadow.isUnmistakable($0) }
        guard let path = dice.pick(candidates.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }),
            let file = shadow.file(path), let id = file.lastID, case .photo = contents[file.content]
        else { return }
        removed.append((id, file.content, path, round))
        noteFreed(path)
        try Disk.remove(path)
        shadow.remove(path)
        tell("remove to restore", path)
    }

    /// At the end of a round: the daemon is to meet it before anything else happens to it, in a new folder and perhaps
    /// half-written.
    mutating func restore() throws {
        guard var dice = more, dice.chance(50) else { return }
        defer { more = dice }
        guard let place = removed.firstIndex(where: { $0.round < round }) else { return }
        let photo = removed.remove(at: place)
        // What took its path within a minute may have taken its id.
        let isTaken = shadow.files.values.contains { $0.lastID == photo.id }
        guard !isTaken, Disk.status(photo.path) == nil else { return }
        let folder = root.appending(RandomNames.folder(&dice))
        guard Disk.status(folder) == nil else { return }
        try Disk.makeFolder(folder)
        shadow.makeFolders(folder, below: root)
        let path = folder.appending(photo.path.lastName)
        try Disk.write(photo.content, to: path, parts: 1 + dice.below(4))
        shadow.restore(path, content: photo.content, id: photo.id)
        if dice.chance(50) { try Disk.setTime(path, seconds: KnownContents.time(&dice).seconds) }
        tell("restore", path)
    }
}

extension Shadow {
    /// Whether a photo stands by itself, as it has been known, and nothing has its content or did.
    func isUnmistakable(_ path: FilePath) -> Bool {
        guard let file = files[path], case .known(_, isPrimary: true) = file.origin, file.isInPlace,
            file.links == nil, !file.hasGhost, !file.hasMet, !file.isRenewed, !isLost(file.content),
            NameMeaning(path.lastName.bytes[...]).mimeType == "image/jpeg", isVisible(path)
        else { return false }
        let shot = Self.shot(of: path)
        return !files.contains { other, another in
            another !== file && (another.content == file.content || Self.shot(of: other) == shot)
        } && !outside.values.contains { $0.content == file.content }
    }

    /// A photo that was deleted is put back: it has its id again.
    mutating func restore(_ path: FilePath, content: [UInt8], id: String) {
        create(path, content: content)
        guard let file = files[path], file.origin == .fresh else { return }
        file.origin = .known(id: id, isPrimary: true)
    }
}
