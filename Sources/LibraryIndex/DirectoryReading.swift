import CSQLite
import PhotoModel

/// Directories and their paths.
extension IndexReader {
    private static let columns = "id, root, parent, name, filesystem, inode, birth_time, digest"

    private func directory(from row: Statement) throws(IndexError) -> IndexedDirectory {
        IndexedDirectory(
            key: row.int(0),
            root: row.int(1),
            parent: row.int(2),
            name: FileName(row.array(3)),
            filesystem: row.int(4),
            inode: UInt64(bitPattern: row.int(5)),
            birthTime: row.int(6),
            digest: row.optionalInt(7)
        )
    }

    public func directory(_ key: Int64) throws(IndexError) -> IndexedDirectory? {
        let statement = try connection.statement("SELECT \(Self.columns) FROM directory WHERE id = ?1")
        statement.bind(key, at: 1)
        return try statement.first("finding a directory", directory(from:))
    }

    /// A root's own directory has parent 0 and an empty name.
    public func directory(
        root: Int64,
        parent: Int64,
        name: FileName
    ) throws(IndexError) -> IndexedDirectory? {
        let statement = try connection.statement(
            "SELECT \(Self.columns) FROM directory WHERE parent = ?1 AND root = ?2 AND name = ?3"
        )
        statement.bind(parent, at: 1)
        statement.bind(root, at: 2)
        statement.bind(name.bytes, at: 3)
        return try statement.first("finding a directory", directory(from:))
    }

    /// Which folder a root is; `nil` where nobody has looked at it yet.
    public func identity(ofRoot key: Int64) throws(IndexError) -> RootIdentity? {
        guard let own = try directory(root: key, parent: 0, name: FileName([])), own.inode != 0 else {
            return nil
        }
        return RootIdentity(filesystem: own.filesystem, inode: own.inode, birthTime: own.birthTime)
    }

    /// What folder a directory is; where its number tells nothing, its root's.
    public func identity(ofDirectory key: Int64, root: Int64) throws(IndexError) -> RootIdentity? {
        guard let own = try directory(key), own.inode != 0 else { return try identity(ofRoot: root) }
        return RootIdentity(filesystem: own.filesystem, inode: own.inode, birthTime: own.birthTime)
    }

    /// The directories inside one, in the order of names.
    public func directories(inDirectory parent: Int64) throws(IndexError) -> [IndexedDirectory] {
        let statement = try connection.statement(
            "SELECT \(Self.columns) FROM directory WHERE parent = ?1 ORDER BY name"
        )
        statement.bind(parent, at: 1)
        var found: [IndexedDirectory] = []
        try statement.each("listing directories") { row throws(IndexError) in
            found.append(try directory(from: row))
        }
        return found
    }

    /// Directories on an inode number, on any file system.
    public func directories(onInode inode: UInt64) throws(IndexError) -> [IndexedDirectory] {
        guard inode != 0 else { return [] }
        let statement = try connection.statement("SELECT \(Self.columns) FROM directory WHERE inode = ?1")
        statement.bind(Int64(bitPattern: inode), at: 1)
        var found: [IndexedDirectory] = []
        try statement.each("finding a moved directory") { row throws(IndexError) in
            found.append(try directory(from: row))
        }
        return found
    }

    /// A directory and all below it, parents before children.
    public func directoryKeys(below key: Int64) throws(IndexError) -> [Int64] {
        let statement = try connection.statement(
            """
            WITH RECURSIVE tree (id) AS (
                SELECT ?1 UNION SELECT directory.id FROM directory JOIN tree ON directory.parent = tree.id
            ) SELECT id FROM tree
            """
        )
        statement.bind(key, at: 1)
        var keys: [Int64] = []
        try statement.each("listing a tree") { row throws(IndexError) in keys.append(row.int(0)) }
        return keys
    }

    /// A directory's place: its root, and its path inside the root without a leading `/` (empty for the root's own).
    /// `nil` where the row, or one above it, is gone.
    public func location(ofDirectory key: Int64) throws(IndexError) -> (root: Int64, path: [UInt8])? {
        var names: [FileName] = []
        var current = key
        while names.count <= Self.depthLimit {
            guard let directory = try directory(current) else { return nil }
            guard directory.parent != 0 else {
                let path = names.reversed().map(\.bytes).joined(separator: [UInt8(ascii: "/")])
                return (directory.root, Array(path))
            }
            names.append(directory.name)
            current = directory.parent
        }
        throw .sqlite(
            code: SQLITE_CORRUPT,
            message: "directories lie in a circle",
            doing: "finding a directory"
        )
    }

    /// Whether `key` is `other` or lies below it.
    public func isDirectory(_ key: Int64, within other: Int64) throws(IndexError) -> Bool {
        var current = key
        for _ in 0...Self.depthLimit {
            if current == other { return true }
            guard current != 0, let directory = try directory(current) else { return false }
            current = directory.parent
        }
        throw .sqlite(
            code: SQLITE_CORRUPT,
            message: "directories lie in a circle",
            doing: "finding a directory"
        )
    }

    /// Deeper than any tree: only a damaged index leads further.
    private static let depthLimit = 100_000

    /// A directory's absolute path.
    public func path(ofDirectory key: Int64) throws(IndexError) -> FilePath? {
        guard let location = try location(ofDirectory: key) else { return nil }
        let statement = try connection.statement("SELECT path FROM root WHERE id = ?1")
        statement.bind(location.root, at: 1)
        let root = try statement.first("finding a root") { row throws(IndexError) in FilePath(row.array(0)) }
        guard let root else { return nil }
        return location.path.isEmpty ? root : root.appending(FileName(location.path))
    }

    /// The directory at `path` inside a root, which is empty for the root's own.
    public func directory(root: Int64, path: [UInt8]) throws(IndexError) -> IndexedDirectory? {
        guard var current = try directory(root: root, parent: 0, name: FileName([])) else { return nil }
        for component in path.split(separator: UInt8(ascii: "/")) {
            guard let next = try directory(root: root, parent: current.key, name: FileName(Array(component)))
            else { return nil }
            current = next
        }
        return current
    }

    public func filesystem(_ key: Int64) throws(IndexError) -> String? {
        let statement = try connection.statement("SELECT identity FROM filesystem WHERE id = ?1")
        statement.bind(key, at: 1)
        return try statement.first("finding a file system") { row throws(IndexError) in row.string(0) }
    }
}
