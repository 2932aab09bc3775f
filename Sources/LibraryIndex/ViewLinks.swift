import PhotoModel

/// What the group view has to know of an asset.
public struct ViewedAsset: Sendable, Hashable {
    public let id: AssetID
    public let root: Int64
    public let directory: Int64
    /// Of the primary file.
    public let name: FileName
    /// `nil`: none.
    public let group: String?
    /// As it was made last.
    public let link: ViewLink?
}

extension IndexReader {
    private static let viewedAsset = """
        SELECT asset.id, asset.uuid, asset.root, asset.directory, asset.name, grouping.name,
            view_link.folder, view_link.name, view_link.target
        FROM asset LEFT JOIN grouping ON grouping.id = asset.grouping
            LEFT JOIN view_link ON view_link.uuid = asset.uuid
        """

    private static func viewedAsset(_ row: Statement) throws(IndexError) -> ViewedAsset {
        ViewedAsset(
            id: try row.assetID(1),
            root: row.int(2),
            directory: row.int(3),
            name: FileName(row.array(4)),
            group: row.optionalString(5),
            link: row.isNull(7) ? nil : row.viewLink(at: 6)
        )
    }

    public func viewedAsset(_ id: AssetID) throws(IndexError) -> ViewedAsset? {
        let statement = try connection.statement(Self.viewedAsset + " WHERE asset.uuid = ?1")
        statement.bind(id, at: 1)
        return try statement.first("finding an asset") { row throws(IndexError) in try Self.viewedAsset(row) }
    }

    public func viewedAsset(
        named name: FileName,
        inDirectory directory: Int64
    ) throws(IndexError) -> ViewedAsset? {
        let statement = try connection.statement(
            Self.viewedAsset + " WHERE asset.directory = ?1 AND asset.name = ?2"
        )
        statement.bind(directory, at: 1)
        statement.bind(name.bytes, at: 2)
        return try statement.first("finding an asset") { row throws(IndexError) in try Self.viewedAsset(row) }
    }

    /// All assets, some at a time, by the numbers of their rows.
    ///
    /// - Returns: with the number of the last one; `nil` where there are no more.
    public func viewedAssets(
        after key: Int64,
        limit: Int
    ) throws(IndexError) -> (assets: [ViewedAsset], last: Int64)? {
        let statement = try connection.statement(
            Self.viewedAsset + " WHERE asset.id > ?1 ORDER BY asset.id LIMIT ?2"
        )
        statement.bind(key, at: 1)
        statement.bind(Int64(limit), at: 2)
        var assets: [ViewedAsset] = []
        var last = key
        try statement.each("listing assets") { row throws(IndexError) in
            assets.append(try Self.viewedAsset(row))
            last = row.int(0)
        }
        return assets.isEmpty ? nil : (assets, last)
    }

    /// The link of an asset, which may be gone.
    public func viewLink(of id: AssetID) throws(IndexError) -> ViewLink? {
        let statement = try connection.statement("SELECT folder, name, target FROM view_link WHERE uuid = ?1")
        statement.bind(id, at: 1)
        return try statement.first("finding a link") { row throws(IndexError) in row.viewLink(at: 0) }
    }

    /// The assets that are gone and have links nevertheless.
    public func departedFromView() throws(IndexError) -> [AssetID] {
        let statement = try connection.statement(
            """
            SELECT uuid FROM view_link
            WHERE NOT EXISTS (SELECT 1 FROM asset WHERE asset.uuid = view_link.uuid)
            """
        )
        var found: [AssetID] = []
        try statement.each("listing links") { row throws(IndexError) in found.append(try row.assetID(0)) }
        return found
    }

    /// Where links of a view may be, and which of these places the links that are known belong to.
    public func viewPlaces() throws(IndexError) -> (all: [FilePath], current: FilePath?) {
        let statement = try connection.statement("SELECT path, current FROM view_place ORDER BY path")
        var all: [FilePath] = []
        var current: FilePath?
        try statement.each("listing views") { row throws(IndexError) in
            let path = FilePath(row.array(0))
            all.append(path)
            if row.int(1) != 0 { current = path }
        }
        return (all, current)
    }
}

extension IndexWriter {
    /// Notes the link of an asset; `nil`: it has none any more. Another asset that had a link in this place has none from
    /// then on: should it be gone, nobody removes what is this one's by now.
    public func setViewLink(_ link: ViewLink?, of id: AssetID) throws(IndexError) {
        guard let link else {
            let statement = try connection.statement("DELETE FROM view_link WHERE uuid = ?1")
            statement.bind(id, at: 1)
            return try statement.run("forgetting a link")
        }
        let statement = try connection.statement(
            "INSERT OR REPLACE INTO view_link (uuid, folder, name, target) VALUES (?1, ?2, ?3, ?4)"
        )
        statement.bind(id, at: 1)
        statement.bind(link.folder.bytes, at: 2)
        statement.bind(link.name.bytes, at: 3)
        statement.bind(link.target, at: 4)
        try statement.run("noting a link")
    }

    /// Begins with another view, of which no link is known. The places of earlier ones stay.
    ///
    /// - Parameter path: `nil`: there is none any more.
    public func beginView(at path: FilePath?) throws(IndexError) {
        for sql in ["DELETE FROM view_link", "UPDATE view_place SET current = 0"] {
            try connection.statement(sql).run("beginning a view")
        }
        guard let path else { return }
        let statement = try connection.statement(
            "INSERT OR REPLACE INTO view_place (path, current) VALUES (?1, 1)"
        )
        statement.bind(path.bytes, at: 1)
        try statement.run("beginning a view")
    }

    /// No link is left in the place of an earlier view.
    public func forgetView(at path: FilePath) throws(IndexError) {
        let statement = try connection.statement("DELETE FROM view_place WHERE path = ?1")
        statement.bind(path.bytes, at: 1)
        try statement.run("forgetting a view")
    }
}

extension Statement {
    fileprivate func viewLink(at column: Int32) -> ViewLink {
        ViewLink(
            folder: FileName(array(column)),
            name: FileName(array(column + 1)),
            target: array(column + 2)
        )
    }
}
