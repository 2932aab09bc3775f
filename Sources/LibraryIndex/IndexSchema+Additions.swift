import PhotoModel

/// What an index of an earlier build does not have.
extension IndexSchema {
    /// Columns that an index of an earlier build may not have, and that begin as they are made.
    static let addedColumns = [
        (table: "companion", column: "unreadable", definition: "INTEGER NOT NULL DEFAULT 0"),
        (table: "departed", column: "lived", definition: "INTEGER"),
        (table: "asset", column: "overlay", definition: "TEXT"),
        (table: "departed", column: "overlay", definition: "TEXT"),
        (table: "asset", column: "title", definition: "TEXT"),
        (table: "asset", column: "rating", definition: "INTEGER"),
        (table: "asset", column: "keywords", definition: "TEXT"),
        (table: "beneath", column: "title", definition: "TEXT"),
        (table: "beneath", column: "rating", definition: "INTEGER"),
        (table: "beneath", column: "keywords", definition: "TEXT"),
        (table: "beneath", column: "marked_favorite", definition: "INTEGER"),
        (table: "change", column: "type", definition: "INTEGER"),
        (table: "change", column: "old_type", definition: "INTEGER"),
        (table: "directory", column: "digest", definition: "INTEGER"),
    ]

    /// What an index of an earlier version needs, before the additions: its files are read again, for what it does not know
    /// of them, and its words are taken in anew. Its ids, marks and numbers stay.
    static let upgrade = """
        UPDATE asset SET change_time = \(FileStamp.unsettledChangeTime);
        UPDATE companion SET change_time = \(FileStamp.unsettledChangeTime);
        DROP TABLE IF EXISTS asset_text;
        DROP TABLE IF EXISTS asset_text_row;
        INSERT OR REPLACE INTO meta (key, value) VALUES ('text-position', 0);
        INSERT OR REPLACE INTO meta (key, value) SELECT 'text-sequence', value FROM meta WHERE key = 'sequence';
        PRAGMA user_version = \(version);
        """

    /// Which facts are read of files, and how, by number: 1 since fingerprints of pictures that may not be compressed are spread over
    /// the file, 2 since a size is that of the picture as it is shown, 3 since heights, clocks of centuries ago and times ahead are held
    /// against what can be. What has been read by another number, of an older or a newer build, is read again, once.
    ///
    /// Raise it with each change of a rule or a worker by which a file that stays as it is has other facts: nothing else tells an index.
    static let reading: Int64 = 3
    static let readingKey = "reading"

    static let readAnew = """
        UPDATE directory SET digest = NULL;
        UPDATE asset SET change_time = \(FileStamp.unsettledChangeTime);
        UPDATE companion SET change_time = \(FileStamp.unsettledChangeTime);
        INSERT OR REPLACE INTO meta (key, value) VALUES ('\(readingKey)', \(reading));
        """

    /// What an index of an earlier build may not have. Made at every start where it is missing: an index is not thrown
    /// away for want of a table that begins empty.
    static let additions = """
        CREATE INDEX IF NOT EXISTS directory_undigested ON directory (id) WHERE digest IS NULL;
        -- Where a file system may be called otherwise now, each transaction that meets it asks.
        CREATE INDEX IF NOT EXISTS departed_by_filesystem ON departed (filesystem, month);

        -- The folder options that all records of a directory were made with; no row: none.
        CREATE TABLE IF NOT EXISTS folder_rules (
            directory INTEGER PRIMARY KEY,
            grouping TEXT,
            timezone TEXT
        );

        -- XXH3-128 of the whole content of assets that look like another, or did.
        CREATE TABLE IF NOT EXISTS content_hash (
            uuid BLOB PRIMARY KEY,
            hash BLOB NOT NULL
        ) WITHOUT ROWID;

        -- Batches of which not everything has been looked at where it went. Empty while nothing is moved.
        CREATE TABLE IF NOT EXISTS unseen_batch (
            batch TEXT PRIMARY KEY
        ) WITHOUT ROWID;

        -- Roots that symbolic links in other roots lead to.
        CREATE TABLE IF NOT EXISTS link (
            root INTEGER PRIMARY KEY,
            outer INTEGER NOT NULL,
            target BLOB NOT NULL
        );

        -- The words of assets, under the numbers of their rows. It follows the change log, so that nothing waits for it
        -- but a search. Texts and searches are folded before they come here (SearchText). The ranking that column sizes are for is not wanted: lists are ordered by time.
        CREATE VIRTUAL TABLE IF NOT EXISTS asset_text USING fts5 (
            name, description, grouping, camera, title, keywords,
            tokenize = 'ascii', columnsize = 0
        );

        -- The words that stand in it, in the order of their bytes. Only looked through: each time for one word alone, since of
        -- all that begin the same it would count every place.
        CREATE VIRTUAL TABLE IF NOT EXISTS asset_text_term USING fts5vocab (asset_text, instance);

        -- Whose words stand under which number: a number is given out again when its asset is gone.
        CREATE TABLE IF NOT EXISTS asset_text_row (
            uuid BLOB PRIMARY KEY,
            row INTEGER NOT NULL UNIQUE
        ) WITHOUT ROWID;

        -- The links of the group view as they were made last. It follows the change log as the words do; empty where no
        -- view is configured.
        CREATE TABLE IF NOT EXISTS view_link (
            uuid BLOB PRIMARY KEY,
            folder BLOB NOT NULL,
            name BLOB NOT NULL,
            target BLOB NOT NULL
        ) WITHOUT ROWID;

        -- A link that is there and right is taken over by the asset that wants it: it is nobody else's any more.
        CREATE UNIQUE INDEX IF NOT EXISTS view_link_place ON view_link (folder, name);

        -- What the thumbnails of assets are called in the cache that all programs share. It follows the change log as the
        -- links do; empty until one is made.
        CREATE TABLE IF NOT EXISTS thumbnail (
            uuid BLOB PRIMARY KEY,
            digest BLOB NOT NULL
        ) WITHOUT ROWID;

        -- XXH3-128 of the whole content of assets of which a preview was made, and the stamp of the file that had it: what is
        -- written to or moved has another one.
        CREATE TABLE IF NOT EXISTS picture_content (
            uuid BLOB PRIMARY KEY,
            size INTEGER NOT NULL,
            modification_time INTEGER NOT NULL,
            change_time INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            hash BLOB NOT NULL
        ) WITHOUT ROWID;

        -- The very folder that was the root of an identity that lost its file there: a root's name may be another's
        -- by now. No row: the index was lost meanwhile, and its file had not left it before.
        CREATE TABLE IF NOT EXISTS departed_home (
            uuid BLOB PRIMARY KEY,
            root_filesystem INTEGER NOT NULL,
            root_inode INTEGER NOT NULL,
            root_birth_time INTEGER NOT NULL
        ) WITHOUT ROWID;

        -- The import that filed an asset last.
        CREATE TABLE IF NOT EXISTS import_batch (
            uuid BLOB PRIMARY KEY,
            batch TEXT NOT NULL
        ) WITHOUT ROWID;

        -- What the files of assets with an overlay say of what that speaks of.
        CREATE TABLE IF NOT EXISTS beneath (
            asset INTEGER PRIMARY KEY,
            sort_key INTEGER NOT NULL,
            date_source INTEGER NOT NULL,
            date_detail INTEGER NOT NULL,
            date_offset INTEGER,
            timestamp INTEGER,
            latitude REAL,
            longitude REAL,
            altitude REAL,
            description TEXT,
            title TEXT,
            rating INTEGER,
            keywords TEXT,
            marked_favorite INTEGER
        );

        -- Where links of a view may be: the configured one, which those above are of, and earlier ones that could not be
        -- cleared yet.
        CREATE TABLE IF NOT EXISTS view_place (
            path BLOB PRIMARY KEY,
            current INTEGER NOT NULL
        ) WITHOUT ROWID;

        -- Those that were given up are very few.
        CREATE INDEX IF NOT EXISTS companion_unreadable ON companion (unreadable) WHERE unreadable <> 0;

        -- Few are favourites, so it costs others nothing.
        CREATE INDEX IF NOT EXISTS asset_favorite ON asset (sort_key, uuid)
            WHERE ifnull(favorite, marked_favorite) = 1;

        -- Few have stars.
        CREATE INDEX IF NOT EXISTS asset_rating ON asset (sort_key, uuid, rating) WHERE rating IS NOT NULL;

        -- What only a modification time has put into a month (DateSource.modificationTime).
        CREATE INDEX IF NOT EXISTS asset_guessed ON asset (sort_key, uuid, kind) WHERE date_source = 40;
        """

    /// How the words are kept where they are kept anew: twice as many segments as usual are merged at once, and each word is
    /// written half as often.
    static let textSettings = "INSERT INTO asset_text (asset_text, rank) VALUES ('automerge', 8)"
}
