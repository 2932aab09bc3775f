import LibraryIndex
import PhotoModel
import Roots

/// A path below one of the roots, in the index's terms.
public struct AssetPath: Sendable {
    private let root: Int64
    private let folder: [UInt8]
    private let name: FileName

    /// `nil` where the path lies in no root.
    public init?(_ path: FilePath, _ library: PhotoLibrary) {
        guard let root = library.run.root(of: path) else { return nil }
        let inside = path.bytes.dropFirst(root.library.path.bytes.count + 1)
        self.root = root.key
        if let slash = inside.lastIndex(of: UInt8(ascii: "/")) {
            folder = Array(inside[..<slash])
            name = FileName(Array(inside[(slash + 1)...]))
        } else {
            folder = []
            name = FileName(Array(inside))
        }
    }

    /// The asset the path leads to; a companion's path leads to the asset it belongs to.
    public func find(_ reader: IndexReader) throws(IndexError) -> IndexedAsset? {
        guard let directory = try reader.directory(root: root, path: folder) else { return nil }
        if let asset = try reader.asset(named: name, inDirectory: directory.key) { return asset }
        return try reader.asset(withCompanion: name, inDirectory: directory.key)
    }
}
