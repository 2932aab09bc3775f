import Batches
import Files
import Glibc
import PhotoModel

/// Names in trashes that neither a file nor a description has.
struct TrashNames {
    private let trash: TrashFolder
    private var places: [FilePath: FolderPlace] = [:]
    private var taken: [FolderPlace: TakenNames] = [:]

    init(_ trash: TrashFolder) {
        self.trash = trash
    }

    /// - Parameter folder: where the files lie.
    mutating func claim(
        _ names: [FileName],
        from folder: FolderPlace
    ) throws(ImportError) -> (FolderPlace, [FileName]) {
        let place: FolderPlace
        if let known = places[folder.path] {
            place = known
        } else {
            place = try trash.files(for: folder.path)
        }
        places[folder.path] = place
        var known: TakenNames
        if let names = taken[place] {
            known = names
        } else {
            // The description of a file has its name and an ending.
            known = TakenNames(try Self.names(in: place), longestName: 255 - TrashInfo.suffix.count)
        }
        taken[place] = nil
        let claimed = known.claim(names, from: folder.path)
        taken[place] = known
        return (place, claimed)
    }

    private static func names(in place: FolderPlace) throws(ImportError) -> [FileName] {
        let described = try list(TrashInfo.place(beside: place).path).map { name in
            FileName(Array(name.bytes.dropLast(TrashInfo.suffix.count)))
        }
        return try list(place.path) + described
    }

    /// The names in a folder; none where it is missing.
    private static func list(_ folder: FilePath) throws(ImportError) -> [FileName] {
        do throws(CallFailure) { return try Folder(folder).names() } catch {
            if error.code == ENOENT { return [] }
            throw .system(operation: "list", path: folder, code: error.code)
        }
    }
}
