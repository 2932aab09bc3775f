import EditRules
import JSON
import PhotoModel

/// What is shown in place of what files say. The columns of an asset are what is shown, so that every question is answered
/// by them alone; what its file says of the same is kept beside them, so that an overlay can be taken away again.
extension IndexWriter {
    /// A record as it is shown.
    func shown(
        _ record: AssetRecord,
        under overlay: Overlay,
        inDirectory key: Int64
    ) throws(IndexError) -> AssetRecord {
        guard !overlay.isEmpty else { return record }
        let folder = try reader.folderRules(ofDirectory: key)
        var shown = record
        if let date = overlay.date {
            // The asset's file is asked again all the same when a better date lies in the future no longer.
            shown.date = date
            shown.timestamp = overlayRules.timestamp(date, folder)
        }
        switch overlay.place {
        case .at(let latitude, let longitude, let altitude)?:
            (shown.latitude, shown.longitude, shown.altitude) = (latitude, longitude, altitude)
        case PlaceMark.none?: (shown.latitude, shown.longitude, shown.altitude) = (nil, nil, nil)
        case nil: break
        }
        if let description = overlay.description {
            shown.description = description.isEmpty ? nil : description
        }
        if let title = overlay.title { shown.title = title.isEmpty ? nil : title }
        if let keywords = overlay.keywords { shown.keywords = keywords }
        if let rating = overlay.rating {
            shown.rating = rating
            shown.markedFavorite = Self.mark(by: rating, over: record)
        }
        shown.describedGroup = overlayRules.group(shown.description, folder)
        return shown
    }

    /// Whether stars that somebody gives make a favourite, as far as those of the file have not.
    private static func mark(by rating: Int, over record: AssetRecord) -> Bool? {
        if rating == 5 { return true }
        return record.rating == 5 || record.rating == -1 ? nil : record.markedFavorite
    }

    /// Keeps what an asset's file says, as long as it has an overlay.
    func keepBeneath(_ record: AssetRecord, of key: Int64, under overlay: Overlay) throws(IndexError) {
        guard !overlay.isEmpty else { return try forgetBeneath(key) }
        let statement = try connection.statement(
            """
            INSERT OR REPLACE INTO beneath (asset, sort_key, date_source, date_detail, date_offset, timestamp, latitude,
                longitude, altitude, description, title, rating, keywords, marked_favorite)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
            """
        )
        statement.bind(key, at: 1)
        statement.bind(record.sortKey, at: 2)
        statement.bind(Int64((record.date?.source ?? .none).rawValue), at: 3)
        statement.bind(DateDetail(record.date, expiry: record.dateExpiry).rawValue, at: 4)
        statement.bind(record.date?.offsetMinutes.map(Int64.init), at: 5)
        statement.bind(record.timestamp, at: 6)
        statement.bind(record.latitude, at: 7)
        statement.bind(record.longitude, at: 8)
        statement.bind(record.altitude, at: 9)
        statement.bind(record.description, at: 10)
        statement.bind(record.title, at: 11)
        statement.bind(record.rating.map(Int64.init), at: 12)
        statement.bind(StoredKeywords.text(record.keywords), at: 13)
        statement.bind(record.markedFavorite.map { Int64($0 ? 1 : 0) }, at: 14)
        try statement.run("keeping what a file says")
    }

    func forgetBeneath(_ key: Int64) throws(IndexError) {
        let statement = try connection.statement("DELETE FROM beneath WHERE asset = ?1")
        statement.bind(key, at: 1)
        try statement.run("forgetting what a file says")
    }

    /// Shows an asset with an overlay as the rules have it now: a folder's options may be others.
    public func refreshOverlay(of asset: IndexedAsset) throws(IndexError) {
        guard !asset.marks.overlay.isEmpty, let record = try reader.record(ofAsset: asset.key),
            let known = try reader.shownRecord(ofAsset: asset.key)
        else { return }
        var shown = try shown(record, under: asset.marks.overlay, inDirectory: asset.directory)
        if asset.marks.groupOverride != nil { shown.describedGroup = known.describedGroup }
        guard shown != known else { return }
        try update(asset, record: record, marks: asset.marks, at: asset.place, isSameFile: true)
    }

    func refreshOverlays(inDirectory key: Int64) throws(IndexError) {
        for asset in try reader.overlaid(inDirectory: key) { try refreshOverlay(of: asset) }
    }
}

extension IndexReader {
    /// What an asset's file says, whatever is shown in its place; `nil` where there is no such asset. Under an overlay or a
    /// group of the user's own nobody knows which group it would be in.
    public func record(ofAsset key: Int64) throws(IndexError) -> AssetRecord? {
        guard let shown = try shownRecord(ofAsset: key) else { return nil }
        let statement = try connection.statement(
            """
            SELECT sort_key, date_source, date_detail, date_offset, timestamp, latitude, longitude, altitude, description,
                title, rating, keywords, marked_favorite
            FROM beneath WHERE asset = ?1
            """
        )
        statement.bind(key, at: 1)
        let beneath = try statement.first("reading what a file says") { row throws(IndexError) in
            var record = shown
            record.date = row.date(sortKey: 0, source: 1, detail: 2, offset: 3)
            record.dateExpiry = DateDetail(rawValue: row.int(2)).expiry
            record.timestamp = row.optionalInt(4)
            record.latitude = row.optionalDouble(5)
            record.longitude = row.optionalDouble(6)
            record.altitude = row.optionalDouble(7)
            record.description = row.optionalString(8)
            record.title = row.optionalString(9)
            record.rating = row.optionalInt(10).map(Int.init)
            record.keywords = StoredKeywords.keywords(row.optionalString(11))
            record.markedFavorite = row.optionalInt(12).map { $0 != 0 }
            record.describedGroup = nil
            return record
        }
        return beneath ?? shown
    }

    func overlaid(inDirectory key: Int64) throws(IndexError) -> [IndexedAsset] {
        let statement = try connection.statement(
            "SELECT \(Self.assetColumns) FROM asset WHERE directory = ?1 AND overlay IS NOT NULL"
        )
        statement.bind(key, at: 1)
        return try assets(statement, "listing assets with an overlay")
    }
}

extension AssetRecord {
    /// `nil`: it has none.
    private var place: PlaceMark? {
        guard let latitude, let longitude else { return nil }
        return .at(latitude: latitude, longitude: longitude, altitude: altitude)
    }

    /// What it says of each property that may be edited in it; of what it says nothing that is unset.
    public var said: EditedValues {
        EditedValues(
            date: Said(date),
            place: Said(place),
            description: Said(description),
            title: Said(title),
            rating: Said(rating),
            keywords: Said(keywords.isEmpty ? nil : keywords)
        )
    }

    /// The same as far as it is known: a file that cannot be read may say all that it is not known to say.
    public var knownToSay: EditedValues {
        guard unreadable != nil else { return said }
        var known = said
        for property in said.properties where said.speech(of: property) == .unset { known.forget(property) }
        return known
    }
}

extension AssetMarks {
    /// Without what its file says as well, or its sidecar: so an overlay goes when that has been written.
    func settled(over record: AssetRecord) -> AssetMarks {
        guard !overlay.isEmpty else { return self }
        var marks = self
        var beneath = record.knownToSay
        // With another name the photo has another date.
        if let date = record.date, date.isSuggested { beneath.forget(.date) }
        marks.overlay = overlay.without(beneath)
        return marks
    }
}

extension Statement {
    /// One that makes no sense, which only a damaged index has, is none.
    func overlay(_ column: Int32) -> Overlay {
        guard let text = optionalString(column) else { return Overlay() }
        do throws(JSONError) { return Overlay(try JSONValue.parse(text)) ?? Overlay() } catch {
            return Overlay()
        }
    }
}
