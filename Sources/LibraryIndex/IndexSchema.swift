/// The tables of `index.sqlite`.
///
/// Few indexes and integer keys: each index costs every insert of a first sweep a microsecond or more.
///
/// - `sort_key` is the capture-local time in microseconds, negated, so that ascending order is "newest first" and
///   one index serves months, date ranges and pages in either form. Undated assets have `undatedSortKey`.
/// - Ids are sixteen-byte blobs. Names are blobs: they need not be text.
/// - `asset.month` follows from `sort_key`; it is stored for the count triggers.
enum IndexSchema {
    static let version: Int64 = 5
    /// Versions are counted up by one. What says that it is more than so much, or less than nothing, has been damaged.
    static let possibleVersions: ClosedRange<Int64> = 0...9_999

    /// Later than any date, so that undated assets are listed last.
    static let undatedSortKey = Int64.max

    static let tables = """
        CREATE TABLE meta (
            key TEXT PRIMARY KEY,
            value INTEGER NOT NULL
        ) WITHOUT ROWID;

        -- Which sequence numbers the change log can answer for. A new row begins after an unclean stop: the numbers
        -- between two rows may have been given out and lost.
        CREATE TABLE segment (
            first INTEGER PRIMARY KEY,
            last INTEGER
        );

        CREATE TABLE filesystem (
            id INTEGER PRIMARY KEY,
            identity TEXT NOT NULL UNIQUE
        );

        CREATE TABLE root (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            path BLOB NOT NULL UNIQUE,
            filesystem INTEGER,
            -- Of a root that is the root of a mount; NULL for a plain folder.
            inode INTEGER
        );

        -- Parent-linked, so that a renamed tree is one row. A root's own row has parent 0 and an empty name.
        CREATE TABLE directory (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            root INTEGER NOT NULL,
            parent INTEGER NOT NULL,
            name BLOB NOT NULL,
            filesystem INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            birth_time INTEGER NOT NULL,
            -- Of all that is in it (DirectoryDigest); NULL: something of that was written since it was summed up.
            digest INTEGER,
            UNIQUE (parent, root, name)
        );
        CREATE INDEX directory_by_inode ON directory (inode);

        CREATE TABLE grouping (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            photos INTEGER NOT NULL DEFAULT 0,
            videos INTEGER NOT NULL DEFAULT 0
        );

        CREATE TABLE camera (
            id INTEGER PRIMARY KEY,
            make TEXT NOT NULL,
            model TEXT NOT NULL,
            UNIQUE (make, model)
        );

        CREATE TABLE asset (
            id INTEGER PRIMARY KEY,
            uuid BLOB NOT NULL CHECK (length(uuid) = 16),
            directory INTEGER NOT NULL,
            root INTEGER NOT NULL,
            name BLOB NOT NULL,
            kind INTEGER NOT NULL,
            format INTEGER NOT NULL,
            month INTEGER NOT NULL,
            sort_key INTEGER NOT NULL,
            date_source INTEGER NOT NULL,
            date_detail INTEGER NOT NULL,
            date_offset INTEGER,
            timestamp INTEGER,
            size INTEGER NOT NULL,
            modification_time INTEGER NOT NULL,
            change_time INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            birth_time INTEGER NOT NULL,
            filesystem INTEGER NOT NULL,
            fingerprint BLOB,
            unreadable INTEGER NOT NULL,
            width INTEGER,
            height INTEGER,
            orientation INTEGER,
            latitude REAL,
            longitude REAL,
            altitude REAL,
            duration REAL,
            camera INTEGER,
            description TEXT,
            grouping INTEGER,
            group_override TEXT,
            -- What the user has said, and what other programs have written into the file: NULL is "nothing".
            favorite INTEGER,
            marked_favorite INTEGER,
            viewed INTEGER NOT NULL DEFAULT 0,
            revision INTEGER NOT NULL,
            created INTEGER NOT NULL,
            -- What the user says in place of what the file says, as JSON (Overlay): the columns above have it already, and
            -- `beneath` what they had without it.
            overlay TEXT,
            title TEXT,
            rating INTEGER,
            -- As JSON; NULL: none.
            keywords TEXT
        );
        CREATE UNIQUE INDEX asset_by_name ON asset (directory, name);
        CREATE INDEX asset_by_time ON asset (sort_key, uuid, viewed, kind);
        CREATE INDEX asset_by_inode ON asset (inode);
        CREATE UNIQUE INDEX asset_by_uuid ON asset (uuid);
        CREATE INDEX asset_unreadable ON asset (unreadable) WHERE unreadable <> 0;

        -- RAW files and sidecars that belong to an asset and are not counted.
        CREATE TABLE companion (
            directory INTEGER NOT NULL,
            name BLOB NOT NULL,
            asset INTEGER NOT NULL,
            format INTEGER NOT NULL,
            size INTEGER NOT NULL,
            modification_time INTEGER NOT NULL,
            change_time INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            birth_time INTEGER NOT NULL,
            -- Why it was given up, as the asset's own; 0: it was not.
            unreadable INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (directory, name)
        ) WITHOUT ROWID;
        CREATE INDEX companion_by_asset ON companion (asset);
        CREATE INDEX companion_by_inode ON companion (inode);

        -- Identities without a file: deleted ones (tombstones), and those an identity document names but no sweep
        -- has found yet (deleted_at is NULL).
        CREATE TABLE departed (
            uuid BLOB PRIMARY KEY CHECK (length(uuid) = 16),
            month INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            root TEXT NOT NULL,
            path BLOB NOT NULL,
            filesystem TEXT,
            inode INTEGER,
            birth_time INTEGER,
            size INTEGER NOT NULL,
            fingerprint BLOB,
            group_override TEXT,
            favorite INTEGER,
            viewed INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            created INTEGER NOT NULL,
            deleted_at INTEGER,
            -- Seconds that the daemon had lived by then, all its runs together; NULL: nobody knows.
            lived INTEGER,
            -- As `asset` has it.
            overlay TEXT
        );
        CREATE INDEX departed_by_path ON departed (path);
        CREATE INDEX departed_by_inode ON departed (inode);
        -- With the fingerprint, for many files may be of one size: uncompressed RAW files are.
        CREATE INDEX departed_by_content ON departed (size, fingerprint);
        CREATE INDEX departed_by_month ON departed (month);

        CREATE TABLE month_count (
            month INTEGER NOT NULL,
            root INTEGER NOT NULL,
            photos INTEGER NOT NULL,
            videos INTEGER NOT NULL,
            PRIMARY KEY (month, root)
        ) WITHOUT ROWID;

        -- `type` and `old_type` are what an asset is and was, as its own kind; NULL where it is not or was not there, and in
        -- lines of earlier builds.
        CREATE TABLE change (
            sequence INTEGER PRIMARY KEY,
            uuid BLOB NOT NULL,
            kind INTEGER NOT NULL,
            month INTEGER,
            old_month INTEGER,
            time INTEGER NOT NULL,
            type INTEGER,
            old_type INTEGER
        );

        -- The identity documents: `generation` counts what the index knows, `written` what the document holds.
        CREATE TABLE document (
            month INTEGER PRIMARY KEY,
            generation INTEGER NOT NULL,
            written INTEGER NOT NULL,
            size INTEGER,
            modification_time INTEGER,
            checksum BLOB
        );
        """

    /// Counts are kept by these, in the transaction that changes an asset. A first sweep turns them off and adds up
    /// its own, in its transaction too.
    static let triggers = """
        CREATE TRIGGER asset_inserted AFTER INSERT ON asset BEGIN
            INSERT INTO month_count (month, root, photos, videos)
                VALUES (NEW.month, NEW.root, NEW.kind = 0, NEW.kind = 1)
                ON CONFLICT DO UPDATE SET photos = photos + excluded.photos, videos = videos + excluded.videos;
            UPDATE grouping SET photos = photos + (NEW.kind = 0), videos = videos + (NEW.kind = 1)
                WHERE id = NEW.grouping;
        END;

        CREATE TRIGGER asset_deleted AFTER DELETE ON asset BEGIN
            UPDATE month_count SET photos = photos - (OLD.kind = 0), videos = videos - (OLD.kind = 1)
                WHERE month = OLD.month AND root = OLD.root;
            UPDATE grouping SET photos = photos - (OLD.kind = 0), videos = videos - (OLD.kind = 1)
                WHERE id = OLD.grouping;
        END;

        CREATE TRIGGER asset_recounted AFTER UPDATE OF month, root, kind, grouping ON asset
        WHEN OLD.month <> NEW.month OR OLD.root <> NEW.root OR OLD.kind <> NEW.kind
            OR OLD.grouping IS NOT NEW.grouping
        BEGIN
            UPDATE month_count SET photos = photos - (OLD.kind = 0), videos = videos - (OLD.kind = 1)
                WHERE month = OLD.month AND root = OLD.root;
            INSERT INTO month_count (month, root, photos, videos)
                VALUES (NEW.month, NEW.root, NEW.kind = 0, NEW.kind = 1)
                ON CONFLICT DO UPDATE SET photos = photos + excluded.photos, videos = videos + excluded.videos;
            UPDATE grouping SET photos = photos - (OLD.kind = 0), videos = videos - (OLD.kind = 1)
                WHERE id = OLD.grouping;
            UPDATE grouping SET photos = photos + (NEW.kind = 0), videos = videos + (NEW.kind = 1)
                WHERE id = NEW.grouping;
        END;
        """
}
