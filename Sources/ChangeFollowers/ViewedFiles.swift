import LibraryIndex
import PhotoModel

/// Paths of assets and assets at paths, in one snapshot, each directory looked up once.
struct ViewedFiles {
    private struct Folder: Hashable {
        let root: Int64
        let path: [UInt8]
    }

    let reader: IndexReader
    private var paths: [Int64: [UInt8]?] = [:]
    private var directories: [Folder: Int64?] = [:]

    init(_ reader: IndexReader) { self.reader = reader }

    /// The path of an asset's file below its root; `nil` where its directory is gone.
    mutating func path(of asset: ViewedAsset) throws(IndexError) -> [UInt8]? {
        let folder: [UInt8]?
        if let known = paths[asset.directory] {
            folder = known
        } else {
            folder = try reader.location(ofDirectory: asset.directory)?.path
            paths[asset.directory] = .some(folder)
        }
        return folder.map { $0.isEmpty ? asset.name.bytes : $0 + [UInt8(ascii: "/")] + asset.name.bytes }
    }

    /// The asset whose primary file has a path below a root.
    mutating func asset(root: Int64, path: [UInt8]) throws(IndexError) -> ViewedAsset? {
        let slash = path.lastIndex(of: UInt8(ascii: "/"))
        let folder = Folder(root: root, path: slash.map { Array(path[..<$0]) } ?? [])
        let directory: Int64?
        if let known = directories[folder] {
            directory = known
        } else {
            directory = try reader.directory(root: root, path: folder.path)?.key
            directories[folder] = .some(directory)
        }
        guard let directory else { return nil }
        let name = FileName(slash.map { Array(path[($0 + 1)...]) } ?? path)
        return try reader.viewedAsset(named: name, inDirectory: directory)
    }
}
