import PhotoModel
import TestSupport

/// The test's picture of the root: which entry is which, and so which id it must have. It applies the promise that an
/// id is kept for life, and nothing of how the daemon does that.
struct Shadow {
    let root: FilePath
    private(set) var files: [FilePath: ShadowFile] = [:]
    private(set) var folders: Set<FilePath> = []
    /// Moved out of the root.
    private(set) var outside: [FilePath: ShadowFile] = [:]
    private var usedPaths: Set<FilePath> = []
    private var lostContents: Set<[UInt8]> = []
    private var copies: [(source: ShadowFile, copy: ShadowFile)] = []
    private var links: [LinkGroup] = []
    private var freedInodes: Set<UInt64> = []
    /// The shots to which something was done in this round, be it undone since: folder and stem.
    private(set) var touched: Set<FilePath> = []
    /// Shots whose folder moved in this round, be it back to where it was: where they came to. And those that were hidden.
    private(set) var carried: Set<FilePath> = []
    /// Touched shots in which a RAW file stood beside two stills for a moment.
    /// Ids of files that moved in this round and were then replaced: if the daemon looked between, the file that stands there
    /// now went on with them.
    private(set) var inherited: [String] = []
    private var crowded: Set<FilePath> = []
    /// Files that went out of sight, by the path that they left: a new file there may be taken for them.
    private var vacated: [FilePath: ShadowFile] = [:]
    /// Files that were renamed in this round, by the paths that they left: where a new file takes such a path at once, it
    /// may be seen there first, as the old one rewritten.
    private var left: [FilePath: ShadowFile] = [:]
    /// Folders that moved in this round, by the paths that they left.
    private var leftFolders: Set<FilePath> = []

    init(root: FilePath) {
        self.root = root
    }

    // MARK: Files

    /// A new file stands at a path where nothing was.
    mutating func create(_ path: FilePath, content: [UInt8], mayBeIndexed: Bool = true) {
        occupy(path)
        left[path]?.origin = .uncertain
        let file = ShadowFile(content: content)
        files[path] = file
        // Where a file was deleted a moment ago the new one may be that file, rewritten.
        if usedPaths.contains(path) || isReused(path) { file.origin = .uncertain }
        if mayBeIndexed { usedPaths.insert(path) }
        meet(at: path)
    }

    mutating func copy(_ source: FilePath, to path: FilePath) {
        guard let original = files[source] else { return }
        create(path, content: original.content)
        guard let copy = files[path] else { return }
        copies.append((original, copy))
        mayBeTakenForLost(copy, like: original)
    }

    /// A file with the content of one that was lost may be taken for that one, put back.
    private func mayBeTakenForLost(_ new: ShadowFile, like original: ShadowFile) {
        guard lostContents.contains(original.content) else { return }
        new.origin = .uncertain
        for file in Array(outside.values) + files.values
        where file.content == original.content && file !== original {
            file.origin = .uncertain
        }
    }

    mutating func link(_ source: FilePath, to path: FilePath) {
        guard let original = files[source] else { return }
        create(path, content: original.content)
        guard let link = files[path] else { return }
        let group = original.links ?? LinkGroup()
        if original.links == nil { group.members = [original] }
        group.isNew = true
        // Moved and then linked is the same to who looks once as linked and then moved.
        group.moves += original.moves
        group.members.append(link)
        original.links = group
        link.links = group
        links.append(group)
        if original.hasGhost { group.isLost = true }
        mayBeTakenForLost(link, like: original)
        if group.isLost { for member in group.members { member.origin = .uncertain } }
    }

    mutating func rewrite(_ path: FilePath, content: [UInt8]) {
        guard let file = files[path] else { return }
        rewrite(file, content: content)
        if file.origin == .fresh { mayBeTakenForLost(file, like: file) }
    }

    mutating func rewrite(_ file: ShadowFile, content: [UInt8]) {
        lostContents.insert(file.content)
        for member in file.links?.members ?? [file] { member.content = content }
    }

    /// An entry leaves its path for another, over whatever was there.
    mutating func move(_ from: FilePath, to path: FilePath) {
        guard let file = files.removeValue(forKey: from) else { return }
        weighLeaving(file, from: from)
        note(file)
        // Also one of which it is not known whether it had an id: its inode may have been another's.
        if !file.isKnown { left[path]?.origin = .uncertain }
        left[from] = file
        occupy(path)
        if !isVisible(path) { vacate(from, file) }
        if let replaced = files[path] {
            let wasHere = replaced.moves == 0 && !replaced.isAbsent
            lose(replaced)
            if !wasHere, let id = replaced.lastID { inherited.append(id) }
            if file.origin == .fresh {
                // An editor's new version, unless the daemon has seen it as a file of its own before, or the old one
                // has only just come to this name and the daemon may not have seen it here.
                // Where the old one was linked elsewhere just now, that link looks like the place it was moved to.
                let isLinked = replaced.links?.isNew ?? false
                let isEditors = NameMeaning(from.lastName.bytes[...]).isIgnored && wasHere && !isLinked
                file.origin = isEditors ? replaced.origin : .uncertain
                file.isRenewed = isEditors
                if isEditors { file.folderMoves = replaced.folderMoves }
            } else if replaced.origin != .fresh {
                // All photos here are young: whether the one that came is taken for an editor's new version depends on which
                // of the two ids was given first.
                file.origin = .uncertain
            }
        } else if file.origin == .fresh, usedPaths.contains(path) || lostContents.contains(file.content) {
            file.origin = .uncertain
        }
        files[path] = file
        usedPaths.insert(path)
        meet(at: path)
    }

    mutating func exchange(_ first: FilePath, _ second: FilePath) {
        guard let one = files[first], let two = files[second] else { return }
        let isSeen = isVisible(first) && isVisible(second) && !one.isAbsent && !two.isAbsent
        (one.hasNewSuccessor, two.hasNewSuccessor) = (!two.isKnown, !one.isKnown)
        for file in [one, two] {
            note(file)
            if file.origin == .fresh || !isSeen { file.origin = .uncertain }
        }
        files[first] = two
        files[second] = one
        meet(at: first)
        meet(at: second)
    }

    /// A file came to a path, or went: those of its shot are one asset, or were if the daemon looked.
    private func meet(at path: FilePath) {
        let shot = Self.shot(of: path)
        let media = files.filter {
            Self.shot(of: $0.key) == shot && NameMeaning($0.key.lastName.bytes[...]).isMedia
        }
        guard media.count > 1 else { return }
        for file in media.values { file.hasMet = true }
    }

    /// - Parameter inode: its number, where this was its last name.
    mutating func remove(_ path: FilePath) {
        guard let file = files.removeValue(forKey: path) else { return }
        weighLeaving(file, from: path)
        lose(file)
    }

    /// What a shot's file leaves behind when it goes: a new file beside it may have joined it before, and what belonged
    /// to it may go on as what it was, or not, where the file had moved away first.
    private func weighLeaving(_ file: ShadowFile, from path: FilePath) {
        let shot = Self.shot(of: path)
        // A RAW file that stood beside two stills joins the one that is left, for the moment or for good.
        if NameMeaning(path.lastName.bytes[...]).isMedia { meet(at: path) }
        for (other, left) in files where Self.shot(of: other) == shot && left.origin == .fresh {
            left.origin = .uncertain
        }
        // Where a RAW file stood beside two stills, one that goes may leave the other two joined.
        if crowded.contains(shot), touched.contains(shot) { file.origin = .uncertain }
        // What came may have been a part of the shot for the moment in which both were there, and one id of theirs is
        // enough: be it the one that came that goes again, or the one that was there.
        let hasCome = file.moves + file.folderMoves > 0
        if NameMeaning(path.lastName.bytes[...]).isMedia {
            for (other, left) in files
            where Self.shot(of: other) == shot && NameMeaning(other.lastName.bytes[...]).isMedia
                && (hasCome || left.moves + left.folderMoves > 0)
            {
                left.origin = .uncertain
                file.origin = .uncertain
            }
        }
        guard hasCome else { return }
        guard let id = file.lastID else { return }
        for left in files.values where left.lastID == id { left.origin = .uncertain }
    }

    mutating func noteFreed(_ inode: UInt64) { freedInodes.insert(inode) }

    mutating func moveOut(_ path: FilePath, to place: FilePath) {
        guard let file = files.removeValue(forKey: path) else { return }
        weighLeaving(file, from: path)
        lose(file)
        vacate(path, file)
        outside[place] = file
    }

    mutating func moveBack(_ place: FilePath, to path: FilePath) {
        guard let file = outside.removeValue(forKey: place) else { return }
        occupy(path)
        note(file)
        if file.origin == .fresh, usedPaths.contains(path) { file.origin = .uncertain }
        files[path] = file
        usedPaths.insert(path)
    }

    func file(_ path: FilePath) -> ShadowFile? { files[path] }

    /// Whether a file of this content went once.
    func isLost(_ content: [UInt8]) -> Bool { lostContents.contains(content) }

    static func shot(of path: FilePath) -> FilePath {
        path.parent.appending(FileName(Array(NameMeaning(path.lastName.bytes[...]).stem)))
    }

    private mutating func noteCrowd(_ path: FilePath) {
        let shot = Self.shot(of: path)
        let kinds = files.keys.filter { Self.shot(of: $0) == shot }
            .map { NameMeaning($0.lastName.bytes[...]).kind }
        if kinds.contains(.raw), kinds.filter({ $0 == .still }).count > 1 { crowded.insert(shot) }
    }

    mutating func touch(_ path: FilePath) {
        touched.insert(Self.shot(of: path))
        noteCrowd(path)
    }

    private func note(_ file: ShadowFile) {
        if file.isRenewed { file.origin = .uncertain }
        file.moves += 1
        file.links?.moves += 1
    }

    private mutating func lose(_ file: ShadowFile) {
        note(file)
        loseSight(of: file)
    }

    /// The file counts for nothing now: its identity waits for it, and may be given to what looks like it.
    private mutating func loseSight(of file: ShadowFile) {
        file.links?.isLost = true
        file.hasGhost = true
        lostContents.insert(file.content)
    }

    private mutating func vacate(_ path: FilePath, _ file: ShadowFile) {
        loseSight(of: file)
        file.isAbsent = true
        vacated[path] = file
        // What is left of its shot may go on as what it was.
        let shot = Self.shot(of: path)
        if files.contains(where: {
            Self.shot(of: $0.key) == shot && NameMeaning($0.key.lastName.bytes[...]).isMedia
        }) {
            file.origin = .uncertain
        }
    }

    private mutating func occupy(_ path: FilePath) {
        vacated.removeValue(forKey: path)?.origin = .uncertain
    }

    /// Whether the daemon looks at this path, as far as its name and the folders above it tell.
    func isVisible(_ path: FilePath) -> Bool {
        guard NameMeaning(path.lastName.bytes[...]).isMedia, !path.lastName.isHidden else { return false }
        var folder = path.parent
        while folder.bytes.count >= root.bytes.count {
            if Disk.status(folder + ".nomedia") != nil { return false }
            folder = folder.parent
        }
        return true
    }

    mutating func hide(_ folder: FilePath) {
        for (path, file) in files where path.isInside(folder) {
            loseSight(of: file)
            file.isAbsent = true
            // Shown again in this round, it may have been gone for a moment.
            carried.insert(Self.shot(of: path))
        }
    }

    /// File systems give inode numbers again, and within one tick of their clock with the same birth time.
    private func isReused(_ path: FilePath) -> Bool {
        Disk.status(path).map { freedInodes.contains(UInt64($0.st_ino)) } ?? false
    }

    // MARK: Folders

    mutating func makeFolders(_ path: FilePath, below root: FilePath) {
        var folder = path
        while folder.bytes.count > root.bytes.count {
            folders.insert(folder)
            folder = folder.parent
        }
    }

    mutating func moveFolder(_ from: FilePath, to path: FilePath) {
        func moved(_ old: FilePath) -> FilePath {
            FilePath(path.bytes + old.bytes.dropFirst(from.bytes.count))
        }
        for folder in folders where folder.isInside(from) {
            leftFolders.insert(folder)
            folders.remove(folder)
            folders.insert(moved(folder))
        }
        crowded = Set(crowded.map { $0.isInside(from) ? moved($0) : $0 })
        for (old, file) in files where old.isInside(from) {
            files[old] = nil
            file.folderMoves += 1
            if file.isAbsent || !isVisible(moved(old)) { vacate(old, file) }
            // A new file below may be seen before the move or after it, at a path where another was.
            if file.origin == .fresh, usedPaths.contains(moved(old)) { file.origin = .uncertain }
            files[moved(old)] = file
            carried.insert(Self.shot(of: moved(old)))
            usedPaths.insert(moved(old))
        }
    }

    mutating func exchangeFolders(_ first: FilePath, _ second: FilePath, by way: FilePath) {
        moveFolder(first, to: way)
        moveFolder(second, to: first)
        moveFolder(way, to: second)
        for (path, file) in files where path.isInside(first) || path.isInside(second) {
            if file.origin == .fresh { file.origin = .uncertain }
        }
    }

    mutating func removeFolder(_ path: FilePath) {
        for old in files.keys where old.isInside(path) { remove(old) }
        for folder in folders where folder.isInside(path) { folders.remove(folder) }
    }

    // MARK: The end of a round

    /// Where the order of things within the round decides, and nobody can know which moments the daemon saw.
    mutating func weighRound() {
        weighCrowds()
        weighTakenFolders()
        // A copy that was out of sight when it was made may come into sight when the original is gone.
        for file in files.values where file.origin == .fresh { mayBeTakenForLost(file, like: file) }
        for (source, copy) in copies
        where source.moves + source.folderMoves > 0 || source.origin == .uncertain {
            // Copied and then moved: either may be what the other was.
            source.origin = .uncertain
            copy.origin = .uncertain
        }
        weighParted()
        for group in links
        where group.moves > (group.isNew || group.isLost ? 0 : 1)
            || group.isNew && group.members.contains(where: { $0.origin == .uncertain })
        {
            for member in group.members { member.origin = .uncertain }
            // Linked elsewhere and removed is moved for some programs: what belonged to it is somebody of its own then.
            let ids = Set(group.members.compactMap(\.lastID))
            for file in files.values where file.lastID.map(ids.contains) ?? false { file.origin = .uncertain }
        }
    }

    /// What belonged to another and was parted from it needs an id of its own: it may be taken for a file of its content that
    /// moved as well and has not been seen at its new place yet.
    private func weighParted() {
        for parted in files.values where parted.moves > 0 && !parted.hasOwnID {
            for file in files.values
            where file.content == parted.content && file !== parted && file.moves + file.folderMoves > 0 {
                file.origin = .uncertain
            }
        }
    }

    /// Where a RAW file stood beside two stills of its name, even for a moment, it may have joined one of them when the
    /// other was not there: then one id went.
    private func weighCrowds() {
        for (path, file) in files {
            let shot = Self.shot(of: path)
            if crowded.contains(shot), touched.contains(shot) { file.origin = .uncertain }
        }
    }

    /// Where a folder moved and another one took its name at once, the new one may be seen first, as the old one changed:
    /// the files of the one that moved are then known by their inodes, which an editor's new version does not share.
    private func weighTakenFolders() {
        guard !leftFolders.isDisjoint(with: folders) else { return }
        for file in files.values where file.isRenewed && file.folderMoves > 0 { file.origin = .uncertain }
    }

    /// Takes the ids as they are now, and begins the next round.
    mutating func settle(_ ids: [FilePath: (id: String, isPrimary: Bool)]) {
        inherited = []
        for (path, file) in files {
            // The id that it had may wait for it still.
            if file.origin == .uncertain { loseSight(of: file) }
            // A RAW file that joined a JPEG: what it was by itself waits for it.
            if let last = file.lastID, let now = ids[path], last != now.id { loseSight(of: file) }
            file.moves = 0
            file.folderMoves = 0
            file.isRenewed = false
            file.hasMet = false
            file.hasNewSuccessor = false
            file.isAbsent = ids[path] == nil
            if let now = ids[path] { file.origin = .known(id: now.id, isPrimary: now.isPrimary) }
        }
        // What the RAW file of a pair carried on while the JPEG was away stays with the RAW file.
        let taken = Set(ids.values.map(\.id))
        let away = Array(outside.values) + files.filter { ids[$0.key] == nil }.values
        for file in away {
            if case .known(let id, _) = file.origin, taken.contains(id) { file.origin = .uncertain }
            file.moves = 0
        }
        for group in links {
            group.moves = 0
            group.isNew = false
        }
        copies = []
        freedInodes = []
        touched = []
        carried = []
        crowded = []
        left = [:]
        leftFolders = []
        for path in files.keys where NameMeaning(path.lastName.bytes[...]).kind == .raw { noteCrowd(path) }
    }
}
