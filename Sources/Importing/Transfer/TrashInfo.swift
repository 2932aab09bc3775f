import Batches
import Files
import Glibc
import PhotoModel

/// The `.trashinfo` beside a file in the trash, by the freedesktop.org Trash specification 1.0: where it was
/// and since when it is there.
enum TrashInfo {
    static let suffix = Array(".trashinfo".utf8)
    private static let header = Array("[Trash Info]\n".utf8)

    static func name(for name: FileName) -> FileName { FileName(name.bytes + suffix) }

    /// The folder of the descriptions, of a trash's folder of files.
    static func place(beside files: FolderPlace) -> FolderPlace {
        FolderPlace(base: files.base, beneath: files.beneath.dropLast() + [FileName("info")])
    }

    /// Reserves a name in the trash, before the file comes.
    static func write(
        for intent: UnitIntent,
        _ index: Int,
        folders: inout FolderCache
    ) throws(ImportError) {
        let file = intent.files[index]
        let info = place(beside: intent.to)
        let path = info.path.appending(name(for: file.newName))
        // At the top of a file system the path counts from there, which a symbolic link on the way would hide.
        let real = TrashFolder.top(of: intent.to.base).flatMap { _ in MountPoint.real(intent.from.path) }
        let content = content(
            original: (real ?? intent.from.path).appending(file.name),
            trash: intent.to.base,
            time: WallTime.now()
        )
        do throws(CallFailure) {
            let folder = try folders.make(info)
            let description = try folder.create(name(for: file.newName), as: .writeTrashInfo)
            do throws(CallFailure) { try description.write(content) } catch {
                _ = folder.remove(name(for: file.newName))
                throw error
            }
        } catch {
            if error.code == EEXIST { throw .occupied(path) }
            throw error.told("write", path)
        }
    }

    /// Sees to it that a file that is in the trash has its description, which a power cut may have left empty.
    static func mend(
        for intent: UnitIntent,
        _ index: Int,
        folders: inout FolderCache
    ) throws(ImportError) {
        let info = place(beside: intent.to)
        let name = name(for: intent.files[index].newName)
        do throws(CallFailure) {
            let folder = try folders.make(info)
            if try folder.status(of: name) != nil {
                let head = try folder.open(name).read(limit: header.count)
                guard head != header else { return }
                try CallFailure.check(folder.remove(name), .remove, folder.file(name))
            }
        } catch { throw error.told("look at", info.path.appending(name)) }
        try write(for: intent, index, folders: &folders)
    }

    /// Removes the description of a file that is not in the trash (any more). One that stays is harmless: the
    /// specification has trash programs ignore it.
    static func remove(of files: FolderPlace, _ name: FileName, folders: inout FolderCache) {
        do throws(CallFailure) {
            _ = try folders.folder(place(beside: files)).remove(Self.name(for: name))
        } catch { return }
    }

    /// In a trash at the top of a file system the path is relative to that, in the home trash it is absolute.
    static func content(original: FilePath, trash: FilePath, time: WallTime) -> [UInt8] {
        var shown = original.bytes[...]
        if let top = TrashFolder.top(of: trash), original.isInside(top), top.bytes.count > 1 {
            shown = shown.dropFirst(top.bytes.count + 1)
        } else if TrashFolder.top(of: trash) != nil {
            shown = shown.drop { $0 == UInt8(ascii: "/") }
        }
        var bytes = header + Array("Path=".utf8)
        PercentEncoding.append(shown, to: &bytes)
        bytes.append(contentsOf: Array("\nDeletionDate=\(time.localTime.text())\n".utf8))
        return bytes
    }
}
