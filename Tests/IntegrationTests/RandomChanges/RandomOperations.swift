import Glibc
import PhotoModel
import TestSupport

/// Does to the root what users and programs do, one random thing after another, and tells the shadow of it.
struct RandomOperations {
    let root: FilePath
    let outside: FilePath
    var random: SeededGenerator
    var contents = KnownContents()
    var shadow: Shadow
    /// What was done in this round, for people.
    var story: [String] = []
    /// What was done in all rounds.
    private(set) var history: [String] = []
    /// Files that a program is still writing, with what is to come.
    private(set) var unfinished: [(file: ShadowFile, handle: OpenFile, rest: [UInt8], whole: [UInt8])] = []
    private var number = 0
    /// Decides about what keeps the other things company, where anything does; they themselves stay what a seed makes of
    /// them.
    var more: SeededGenerator?
    /// Photos that were removed, to be put back in a later round.
    var removed: [(id: String, content: [UInt8], path: FilePath, round: Int)] = []
    private(set) var round = 0

    init(root: FilePath, outside: FilePath, random: SeededGenerator, more: SeededGenerator? = nil) {
        self.root = root
        self.more = more
        shadow = Shadow(root: root)
        self.outside = outside
        self.random = random
    }

    mutating func beginRound(_ number: Int) {
        history += story + ["round \(number)"]
        story = []
        round = number
    }

    /// One random thing; where it cannot be done as things stand, nothing.
    mutating func perform() throws {
        switch random.below(100) {
        case 0..<14: try createByRename()
        case 14..<22: try createInParts()
        case 22..<27: try createUnnamed()
        case 27..<34: try createPair()
        case 34..<39: try createSidecar()
        case 39..<42: try beginWriting()
        case 42..<50: try rename()
        case 50..<54: try renameShot()
        case 54..<57: try renameAndReplace()
        case 57..<62: try overwrite()
        case 62..<66: try replaceByRename()
        case 66..<69: try cut()
        case 69..<72: try link()
        case 72..<75: try copy()
        case 75..<79: try changeTime()
        case 79..<84: try remove()
        case 84..<87: try makeDeepFolder()
        case 87..<91: try renameFolder()
        case 91..<93: try removeFolder()
        case 93..<95: try exchange()
        case 95..<97: try hideOrShow()
        case 97..<98: try changeMode()
        default: try moveOutOrBack()
        }
    }

    // MARK: Choosing

    mutating func anyFile(where isWanted: (FilePath) -> Bool = { _ in true }) -> FilePath? {
        // Sorted, since a dictionary's order is another in each run.
        random.pick(
            shadow.files.keys.filter(isWanted).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        )
    }

    mutating func anyMedia() -> FilePath? { anyFile { NameMeaning($0.lastName.bytes[...]).isMedia } }

    mutating func anyFolder() -> FilePath? {
        random.pick(shadow.folders.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) })
    }

    /// An old folder or the root, or one that is made for this.
    mutating func targetFolder() throws -> FilePath {
        if random.chance(25) { return try newFolder(in: random.chance(50) ? root : anyFolder() ?? root) }
        return random.chance(40) ? root : anyFolder() ?? root
    }

    mutating func newFolder(in parent: FilePath) throws -> FilePath {
        var path = parent
        for _ in 0...random.below(3) { path = path.appending(RandomNames.folder(&random)) }
        // A path has at most 4,096 bytes.
        guard path.bytes.count < 3000 else { return root }
        try Disk.makeFolders(path)
        shadow.makeFolders(path, below: root)
        return path
    }

    mutating func photoContent(for name: FileName) -> [UInt8] {
        guard NameMeaning(name.bytes[...]).mimeType == "image/jpeg" else { return contents.opaque() }
        return random.chance(6) ? contents.garbage() : contents.photo(&random)
    }

    mutating func newName() -> FileName {
        let suffixes =
            random.chance(15) ? RandomNames.videos : random.chance(15) ? RandomNames.raws : RandomNames.photos
        return RandomNames.name(RandomNames.base(&random), random.pick(suffixes) ?? "jpg")
    }

    mutating func tell(_ what: String, _ paths: FilePath...) {
        for path in paths { shadow.touch(path) }
        story.append(
            what + " " + paths.map { "\($0.uri.dropFirst(root.uri.utf8.count))" }.joined(separator: " → ")
        )
    }

    // MARK: Creating

    /// A temporary name that the daemon does not look at.
    mutating func temporaryPath(in folder: FilePath) -> FilePath {
        number += 1
        return folder + (random.chance(50) ? ".hidden-\(number)" : "unfinished-\(number).part")
    }

    mutating func createByRename() throws {
        let folder = try targetFolder()
        try create(folder.appending(newName()))
    }

    mutating func create(_ path: FilePath) throws {
        guard Disk.status(path) == nil else { return }
        let content = photoContent(for: path.lastName)
        let temporary = temporaryPath(in: path.parent)
        try Disk.write(content, to: temporary)
        shadow.create(temporary, content: content, mayBeIndexed: false)
        try rename(temporary, to: path)
        tell("create", path)
    }

    mutating func createInParts() throws {
        let path = try targetFolder().appending(newName())
        guard Disk.status(path) == nil else { return }
        let content = photoContent(for: path.lastName)
        try Disk.write(content, to: path, parts: 1 + random.below(4))
        shadow.create(path, content: content)
        tell("write", path)
    }

    mutating func createUnnamed() throws {
        let folder = try targetFolder()
        let path = folder.appending(newName())
        guard Disk.status(path) == nil else { return }
        let content = photoContent(for: path.lastName)
        try Disk.writeUnnamed(content, to: path, in: folder)
        shadow.create(path, content: content)
        tell("link in", path)
    }

    /// A camera's RAW+JPEG, often with sidecars.
    mutating func createPair() throws {
        let folder = try targetFolder()
        let base = RandomNames.base(&random)
        var suffixes = ["jpg", random.pick(RandomNames.raws) ?? "dng"]
        if random.chance(40) { suffixes.append("xmp") }
        if random.chance(30) { suffixes.append("jpg.xmp") }
        if random.chance(10) { suffixes.append("png") }
        for suffix in suffixes.shuffled(using: &random) {
            let name = RandomNames.name(base, suffix)
            let path = folder.appending(name)
            guard name.bytes.count <= 255, Disk.status(path) == nil else { continue }
            let content = suffix == "jpg" ? contents.photo(&random) : contents.opaque()
            try Disk.write(content, to: path)
            shadow.create(path, content: content)
            tell("write of a pair", path)
        }
    }

    mutating func createSidecar() throws {
        guard let path = anyMedia() else { return }
        let meaning = NameMeaning(path.lastName.bytes[...])
        let base = random.chance(50) ? Array(meaning.stem) : path.lastName.bytes
        let name = RandomNames.name(base, random.pick(RandomNames.sidecars) ?? "xmp")
        let sidecar = path.parent.appending(name)
        guard name.bytes.count <= 255, Disk.status(sidecar) == nil else { return }
        let content = contents.opaque()
        try Disk.write(content, to: sidecar)
        shadow.create(sidecar, content: content)
        tell("sidecar", sidecar)
    }

    /// A download that goes on beyond this round.
    mutating func beginWriting() throws {
        let path = try targetFolder().appending(RandomNames.name(RandomNames.base(&random), "jpg"))
        guard Disk.status(path) == nil else { return }
        let content = contents.photo(&random)
        let handle = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL)
        try handle.write(content[..<PhotoFile.frontLength])
        shadow.create(path, content: Array(content[..<PhotoFile.frontLength]))
        if let file = shadow.file(path) {
            unfinished.append((file, handle, Array(content[PhotoFile.frontLength...]), content))
        }
        tell("begin to write", path)
    }

    /// Ends what was begun in earlier rounds.
    mutating func finishWriting() throws {
        for (file, handle, rest, whole) in unfinished {
            // Cut or rewritten meanwhile, the rest would make no photo.
            guard file.links == nil, file.content == Array(whole[..<PhotoFile.frontLength]) else { continue }
            try handle.write(rest[...])
            shadow.rewrite(file, content: whole)
            story.append("end what was begun")
        }
        unfinished = []
    }

    // MARK: Folders

    mutating func makeDeepFolder() throws {
        let folder = try newFolder(in: random.chance(50) ? root : anyFolder() ?? root)
        try create(folder.appending(newName()))
    }

    mutating func renameFolder() throws {
        guard let folder = anyFolder() else { return }
        let parent = try targetFolder()
        let target = parent.appending(RandomNames.folder(&random))
        guard !parent.isInside(folder), Disk.status(target) == nil, Disk.isFolder(folder) else { return }
        guard target.bytes.count < 2000 else { return }
        try Disk.rename(folder, to: target)
        shadow.moveFolder(folder, to: target)
        tell("move folder", folder, target)
        // Often something new takes the old place at once.
        guard random.chance(30) else { return }
        try Disk.makeFolders(folder)
        shadow.makeFolders(folder, below: root)
        try create(folder.appending(newName()))
    }

    mutating func removeFolder() throws {
        guard let folder = anyFolder() else { return }
        for path in shadow.files.keys where path.isInside(folder) { noteFreed(path) }
        try Disk.removeTree(folder)
        shadow.removeFolder(folder)
        tell("remove folder", folder)
    }

    /// A folder with `.nomedia` counts for nothing; without it, it is as before.
    mutating func hideOrShow() throws {
        guard let folder = anyFolder() else { return }
        let mark = folder + ".nomedia"
        if Disk.status(mark) == nil { try Disk.write("", to: mark) } else { try Disk.remove(mark) }
        shadow.hide(folder)
        tell("hide or show", folder)
    }

    func noteFreedInode(_ path: FilePath) -> UInt64? {
        guard let status = Disk.status(path), status.st_nlink == 1 else { return nil }
        return UInt64(status.st_ino)
    }

    mutating func noteFreed(_ path: FilePath) {
        if let inode = noteFreedInode(path) { shadow.noteFreed(inode) }
    }
}
