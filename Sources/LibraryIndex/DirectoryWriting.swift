import CSQLite
import PhotoModel

/// Roots, file systems and directories.
extension IndexWriter {
    /// The number of the root at `path`, added if it is new. Its name follows the configuration, and the identity documents
    /// follow the name.
    public func ensureRoot(name: String, path: FilePath) throws(IndexError) -> Int64 {
        if let known = try reader.roots().first(where: { $0.path == path }), known.name != name {
            try rename(known, to: name)
        }
        let statement = try connection.statement(
            "INSERT INTO root (name, path) VALUES (?1, ?2) ON CONFLICT (path) DO UPDATE SET name = excluded.name"
        )
        statement.bind(name, at: 1)
        statement.bind(path.bytes, at: 2)
        try statement.run("adding a root")
        let find = try connection.statement("SELECT id FROM root WHERE path = ?1")
        find.bind(path.bytes, at: 1)
        guard let key = try find.first("finding a root", { row throws(IndexError) in row.int(0) }) else {
            throw .sqlite(
                code: SQLITE_CORRUPT,
                message: "a root is missing after it was added",
                doing: "adding a root"
            )
        }
        return key
    }

    private func rename(_ root: IndexedRoot, to name: String) throws(IndexError) {
        let months = try connection.statement("SELECT month FROM month_count WHERE root = ?1")
        months.bind(root.key, at: 1)
        try months.each("finding a root's months") { row throws(IndexError) in noteDocument(row.month(0)) }
        // Identities that wait for a file are found by the root's name. Of one that does not say which folder its root was
        // (the index was lost since), no other root may be meant.
        let home = try reader.identity(ofRoot: root.key)
        let isUnmistakable = try reader.roots()
            .allSatisfy { $0.key == root.key || ($0.name != root.name && $0.name != name) }
        let condition = """
            root = ?1 AND CASE WHEN EXISTS (SELECT 1 FROM departed_home WHERE uuid = departed.uuid)
                THEN EXISTS (SELECT 1 FROM departed_home WHERE uuid = departed.uuid
                    AND (root_filesystem, root_inode, root_birth_time) = (?2, ?3, ?4))
                ELSE ?5 END
            """
        func bind(_ statement: Statement) {
            statement.bind(root.name, at: 1)
            statement.bind(home?.filesystem, at: 2)
            statement.bind(home.map { Int64(bitPattern: $0.inode) }, at: 3)
            statement.bind(home?.birthTime, at: 4)
            statement.bind(isUnmistakable ? 1 : 0, at: 5)
        }
        let waiting = try connection.statement("SELECT DISTINCT month FROM departed WHERE \(condition)")
        bind(waiting)
        try waiting.each("finding a root's identities") { row throws(IndexError) in
            noteDocument(row.month(0))
        }
        let statement = try connection.statement("UPDATE departed SET root = ?6 WHERE \(condition)")
        bind(statement)
        statement.bind(name, at: 6)
        try statement.run("renaming a root's identities")
    }

    /// Remembers that a root is the root of a mount, and its inode there.
    public func setMountedInode(_ inode: UInt64?, ofRoot key: Int64) throws(IndexError) {
        let statement = try connection.statement("UPDATE root SET inode = ?2 WHERE id = ?1")
        statement.bind(key, at: 1)
        statement.bind(inode.map { Int64(bitPattern: $0) }, at: 2)
        try statement.run("remembering a mount")
    }

    /// Remembers that a root is a folder that a symbolic link in another leads to.
    ///
    /// - Parameter target: what the link says.
    public func setLink(_ target: [UInt8], in outer: Int64, ofRoot key: Int64) throws(IndexError) {
        let statement = try connection.statement(
            "INSERT OR REPLACE INTO link (root, outer, target) VALUES (?1, ?2, ?3)"
        )
        statement.bind(key, at: 1)
        statement.bind(outer, at: 2)
        statement.bind(target, at: 3)
        try statement.run("remembering a link")
    }

    /// Forgets a root that has no directories left.
    public func removeRoot(_ key: Int64) throws(IndexError) {
        counts.forget(root: key)
        for sql in [
            "DELETE FROM month_count WHERE root = ?1", "DELETE FROM link WHERE root = ?1",
            "DELETE FROM root WHERE id = ?1",
        ] {
            let statement = try connection.statement(sql)
            statement.bind(key, at: 1)
            try statement.run("removing a root")
        }
    }

    /// The number of a file system, given its identity as text.
    /// - Parameter former: what it may have been called before, and is called no more.
    public func ensureFilesystem(_ identity: String, formerly former: [String]) throws(IndexError)
        -> Int64
    {
        for name in former where renamedFilesystems.insert(name).inserted {
            try renameFilesystem(name, to: identity)
        }
        let add = try connection.statement("INSERT OR IGNORE INTO filesystem (identity) VALUES (?1)")
        add.bind(identity, at: 1)
        try add.run("adding a file system")
        let find = try connection.statement("SELECT id FROM filesystem WHERE identity = ?1")
        find.bind(identity, at: 1)
        guard let key = try find.first("finding a file system", { row throws(IndexError) in row.int(0) })
        else {
            throw .sqlite(
                code: SQLITE_CORRUPT,
                message: "a file system is missing",
                doing: "adding a file system"
            )
        }
        return key
    }

    /// Where the new name is there already, both are kept: what is on the old one is found anew. The identity documents say
    /// which file system a file is on.
    private func renameFilesystem(_ former: String, to identity: String) throws(IndexError) {
        let rename = try connection.statement(
            """
            UPDATE filesystem SET identity = ?2 WHERE identity = ?1
                AND NOT EXISTS (SELECT 1 FROM filesystem WHERE identity = ?2)
            """
        )
        rename.bind(former, at: 1)
        rename.bind(identity, at: 2)
        try rename.run("renaming a file system")
        if connection.changedRows > 0 { try noteDocuments(ofFilesystem: identity) }
        let waiting = try connection.statement("SELECT DISTINCT month FROM departed WHERE filesystem = ?1")
        waiting.bind(former, at: 1)
        try waiting.each("finding a file system's identities") { row throws(IndexError) in
            noteDocument(row.month(0))
        }
        let follow = try connection.statement("UPDATE departed SET filesystem = ?2 WHERE filesystem = ?1")
        follow.bind(former, at: 1)
        follow.bind(identity, at: 2)
        try follow.run("renaming a file system's identities")
    }

    private func noteDocuments(ofFilesystem identity: String) throws(IndexError) {
        let months = try connection.statement(
            """
            SELECT DISTINCT month FROM asset WHERE directory IN (SELECT directory.id FROM directory
                JOIN filesystem ON filesystem.id = directory.filesystem WHERE identity = ?1)
            """
        )
        months.bind(identity, at: 1)
        try months.each("finding a file system's photos") { row throws(IndexError) in
            noteDocument(row.month(0))
        }
    }

    public func insertDirectory(
        root: Int64,
        parent: Int64,
        name: FileName,
        filesystem: Int64,
        inode: UInt64,
        birthTime: Int64
    ) throws(IndexError) -> Int64 {
        let statement = try connection.statement(
            """
            INSERT INTO directory (root, parent, name, filesystem, inode, birth_time)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """
        )
        statement.bind(root, at: 1)
        statement.bind(parent, at: 2)
        statement.bind(name.bytes, at: 3)
        statement.bind(filesystem, at: 4)
        statement.bind(Int64(bitPattern: inode), at: 5)
        statement.bind(birthTime, at: 6)
        try statement.run("adding a directory")
        let key = connection.lastInsertedRow
        try forgetDigest(ofDirectory: parent)
        return key
    }

    /// Notes that another directory now stands at a directory's place, its files to be compared one by one.
    public func setIdentity(
        ofDirectory key: Int64,
        filesystem: Int64,
        inode: UInt64,
        birthTime: Int64
    ) throws(IndexError) {
        let statement = try connection.statement(
            "UPDATE directory SET filesystem = ?2, inode = ?3, birth_time = ?4 WHERE id = ?1"
        )
        statement.bind(key, at: 1)
        statement.bind(filesystem, at: 2)
        statement.bind(Int64(bitPattern: inode), at: 3)
        statement.bind(birthTime, at: 4)
        try statement.run("renewing a directory")
        try forgetDigest(around: key)
    }

    /// Moves a directory and all below it: one row, and one change line for each asset, whose path is another now.
    public func moveDirectory(
        _ directory: IndexedDirectory,
        toRoot root: Int64,
        parent: Int64,
        name: FileName
    ) throws(IndexError) {
        let statement = try connection.statement(
            "UPDATE directory SET root = ?2, parent = ?3, name = ?4 WHERE id = ?1"
        )
        statement.bind(directory.key, at: 1)
        statement.bind(root, at: 2)
        statement.bind(parent, at: 3)
        statement.bind(name.bytes, at: 4)
        try statement.run("moving a directory")
        try forgetDigest(ofDirectory: directory.parent)
        try forgetDigest(ofDirectory: parent)
        let subtree = try reader.directoryKeys(below: directory.key)
        for key in subtree {
            if root != directory.root {
                let move = try connection.statement("UPDATE directory SET root = ?2 WHERE id = ?1")
                move.bind(key, at: 1)
                move.bind(root, at: 2)
                try move.run("moving a directory to another root")
            }
            try noteMoved(inDirectory: key, to: root)
        }
        noteDirectoriesMoved()
    }

    private func noteMoved(inDirectory key: Int64, to newRoot: Int64) throws(IndexError) {
        let assets = try reader.assets(inDirectory: key)
        guard !assets.isEmpty else { return }
        try countMove(of: assets, to: newRoot)
        let statement = try connection.statement(
            "UPDATE asset SET root = ?2, revision = revision + 1 WHERE directory = ?1"
        )
        statement.bind(key, at: 1)
        statement.bind(newRoot, at: 2)
        try statement.run("moving assets with their directory")
        for asset in assets { note(asset.id, before: asset.logged, after: asset.logged) }
    }

    /// Removes a directory's row. Its assets and subdirectories must be gone already.
    public func removeDirectory(_ key: Int64) throws(IndexError) {
        try forgetDigest(around: key)
        let statement = try connection.statement("DELETE FROM directory WHERE id = ?1")
        statement.bind(key, at: 1)
        try statement.run("removing a directory")
        try setFolderRules(FolderRules(), ofDirectory: key)
        noteDirectoriesMoved()
    }
}
