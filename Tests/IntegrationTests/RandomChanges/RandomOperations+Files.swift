import Glibc
import PhotoModel
import TestSupport

/// What is done to files that are there.
extension RandomOperations {
    // MARK: Names

    mutating func rename(_ from: FilePath, to path: FilePath) throws {
        noteFreed(path)
        try Disk.rename(from, to: path)
        shadow.move(from, to: path)
    }

    mutating func rename() throws {
        guard let path = anyFile() else { return }
        let folder = random.chance(50) ? path.parent : try targetFolder()
        let target: FilePath
        if random.chance(15), let other = anyMedia() {
            target = other
        } else if random.chance(15) {
            // Out of sight, or back into it.
            let isMedia = NameMeaning(path.lastName.bytes[...]).isMedia
            target = folder.appending(RandomNames.name(RandomNames.base(&random), isMedia ? "txt" : "jpg"))
        } else {
            let suffix = NameMeaning(path.lastName.bytes[...]).suffix
            target = folder.appending(RandomNames.name(RandomNames.base(&random), suffix))
        }
        // A rename between two names of one inode does nothing; a text that becomes a JPEG would be a new content.
        guard !isSameInode(path, target), mayBecome(target, content: path) else { return }
        try rename(path, to: target)
        tell("rename", path, target)
    }

    /// Contents are known as what they were written as, so a file keeps to formats that read them alike.
    private func mayBecome(_ target: FilePath, content path: FilePath) -> Bool {
        guard NameMeaning(target.lastName.bytes[...]).mimeType == "image/jpeg" else { return true }
        return NameMeaning(target.lastName.bytes[...]).isMedia && shadow.file(path) != nil
    }

    private func isSameInode(_ first: FilePath, _ second: FilePath) -> Bool {
        Disk.status(first)?.st_ino == Disk.status(second)?.st_ino
    }

    /// Renames all files of one shot, as photo managers do.
    mutating func renameShot() throws {
        guard let path = anyMedia() else { return }
        let stem = NameMeaning(path.lastName.bytes[...]).stem
        let base = RandomNames.base(&random)
        let folder = random.chance(60) ? path.parent : try targetFolder()
        let members = shadow.files.keys.filter { file in
            file.parent == path.parent && NameMeaning(file.lastName.bytes[...]).stem == stem
        }.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        // Between the renames a RAW file may stand beside one still alone and join it: then one id goes.
        let kinds = members.map { NameMeaning($0.lastName.bytes[...]).kind }
        if kinds.contains(.raw), kinds.filter({ $0 == .still }).count > 1 {
            for member in members { shadow.file(member)?.origin = .uncertain }
        }
        for member in members.shuffled(using: &random) {
            let name = FileName(base + member.lastName.bytes.dropFirst(stem.count))
            let target = folder.appending(name)
            guard name.bytes.count <= 255, Disk.status(target) == nil else { continue }
            try rename(member, to: target)
            tell("rename of a shot", member, target)
        }
    }

    /// The name of a photo that was moved is given to a new one at once.
    mutating func renameAndReplace() throws {
        guard let path = anyMedia() else { return }
        let suffix = NameMeaning(path.lastName.bytes[...]).suffix
        let target = try targetFolder().appending(RandomNames.name(RandomNames.base(&random), suffix))
        guard Disk.status(target) == nil else { return }
        try rename(path, to: target)
        tell("rename", path, target)
        try create(path)
    }

    mutating func exchange() throws {
        if random.chance(50) {
            guard let first = anyFolder(), let second = anyFolder(), !first.isInside(second),
                !second.isInside(first)
            else { return }
            try Disk.exchange(first, second)
            shadow.exchangeFolders(first, second, by: root + "way")
            tell("exchange folders", first, second)
        } else {
            guard let first = anyMedia(), let second = anyMedia(), !isSameInode(first, second) else { return }
            try Disk.exchange(first, second)
            shadow.exchange(first, second)
            // The name of a file that is being written is not read, whatever has come to it.
            let partners = [shadow.file(first), shadow.file(second)]
            if unfinished.contains(where: { write in partners.contains { $0 === write.file } }) {
                for file in partners { file?.origin = .uncertain }
            }
            tell("exchange", first, second)
        }
    }

    mutating func remove() throws {
        guard let path = anyFile() else { return }
        noteFreed(path)
        try Disk.remove(path)
        shadow.remove(path)
        tell("remove", path)
    }

    mutating func moveOutOrBack() throws {
        if random.chance(50), let place = random.pick(shadow.outside.keys.sorted { $0.display < $1.display })
        {
            let path = try targetFolder().appending(newName())
            guard Disk.status(path) == nil else { return }
            try Disk.rename(place, to: path)
            shadow.moveBack(place, to: path)
            tell("back from outside to", path)
        } else if let path = anyMedia() {
            let place = outside + "gone-\(random.next())"
            try Disk.rename(path, to: place)
            shadow.moveOut(path, to: place)
            tell("move out", path)
        }
    }

    mutating func link() throws {
        guard let path = anyMedia() else { return }
        let suffix = NameMeaning(path.lastName.bytes[...]).suffix
        let target = try targetFolder().appending(RandomNames.name(RandomNames.base(&random), suffix))
        guard Disk.status(target) == nil else { return }
        try Disk.link(path, to: target)
        shadow.link(path, to: target)
        tell("link", path, target)
    }

    mutating func copy() throws {
        guard let path = anyMedia() else { return }
        let suffix = NameMeaning(path.lastName.bytes[...]).suffix
        let target = try targetFolder().appending(RandomNames.name(RandomNames.base(&random), suffix))
        guard Disk.status(target) == nil else { return }
        try Disk.write(try Disk.read(path), to: target)
        shadow.copy(path, to: target)
        tell("copy", path, target)
    }

    // MARK: Contents

    /// Whether the daemon hears of a change through this name. What is written through a name outside of what it watches
    /// to a file that has another name inside, it cannot know; nor what is written through a new name that is gone again
    /// before it was looked at.
    private func isHeard(_ path: FilePath) -> Bool {
        guard let file = shadow.file(path), file.links != nil else { return true }
        return file.isKnown && file.isInPlace && shadow.isVisible(path)
    }

    mutating func overwrite() throws {
        guard let path = anyMedia(), isHeard(path) else { return }
        let content = photoContent(for: path.lastName)
        try Disk.write(content, to: path, parts: 1 + random.below(3))
        shadow.rewrite(path, content: content)
        tell("overwrite", path)
    }

    /// As editors save: a new file takes the old one's place.
    mutating func replaceByRename() throws {
        guard let path = anyMedia() else { return }
        let content = photoContent(for: path.lastName)
        let temporary = temporaryPath(in: path.parent)
        try Disk.write(content, to: temporary)
        shadow.create(temporary, content: content, mayBeIndexed: false)
        try rename(temporary, to: path)
        tell("replace", path)
    }

    /// truncate(2), which no closing follows: shorter or longer.
    mutating func cut() throws {
        guard let path = anyMedia(), isHeard(path), let content = shadow.file(path)?.content else { return }
        let sizes = [
            0, PhotoFile.frontLength, content.count - 1, content.count - PhotoFile.scan.count,
            content.count + 9,
        ]
        guard let size = random.pick(sizes.filter { $0 >= 0 }) else { return }
        let rest = Array(content.prefix(size)) + [UInt8](repeating: 0, count: max(0, size - content.count))
        // What is left must be something the test knows, or nothing; a JPEG is one by any name.
        let isPhoto =
            NameMeaning(path.lastName.bytes[...]).mimeType == "image/jpeg"
            || rest.starts(with: [0xFF, 0xD8, 0xFF])
        guard !isPhoto || size == 0 || size > content.count || contents[rest] != nil else { return }
        try Disk.truncate(path, to: size)
        shadow.rewrite(path, content: rest)
        tell("truncate to \(size)", path)
    }

    mutating func changeTime() throws {
        guard let path = anyFile(), isHeard(path) else { return }
        let seconds =
            random.chance(10) ? 0 : random.chance(10) ? 2_208_988_800 : KnownContents.time(&random).seconds
        try Disk.setTime(path, seconds: seconds, nanoseconds: random.below(1_000_000_000))
        tell("time \(seconds)", path)
    }

    mutating func changeMode() throws {
        guard let path = anyFile() else { return }
        try Disk.setMode(path, random.chance(50) ? 0o640 : 0o600)
        tell("mode", path)
    }
}
