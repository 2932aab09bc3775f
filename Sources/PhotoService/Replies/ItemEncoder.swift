import LibraryIndex
import LineProtocol
import PhotoModel
import Roots

/// Writes an item's members, straight from the index's row into the reply.
struct ItemEncoder {
    let reader: IndexReader
    let folders: FolderPaths.View
    let roots: RootLabels
    let fields: ItemFields
    /// Whether any asset has companions at all: if not, none is asked for.
    let mayHaveCompanions: Bool
    /// The items of a page lie in few folders and roots, mostly the one before's.
    private var lastFolder: (key: Int64, folder: FolderPaths.Folder)?
    private var lastRoot: (key: Int64, name: String, isOffline: Bool)?

    init(
        reader: IndexReader,
        folders: FolderPaths.View,
        roots: RootLabels,
        fields: ItemFields
    ) throws(IndexError) {
        self.reader = reader
        self.folders = folders
        self.roots = roots
        self.fields = fields
        mayHaveCompanions = fields.contains(.companions) ? try reader.hasCompanions() : false
    }

    /// Writes the members in the order of `ItemFields`, without the braces around them.
    mutating func members(of item: ItemRow, to json: inout JSONWriter) throws(IndexError) {
        if fields.contains(.id) {
            json.key("id")
            json.assetID(try item.id)
        }
        let date = item.date
        let name = item.name
        place(name, in: try folder(item.directory), to: &json)
        if fields.contains(.type) { json.member("type", item.type.name) }
        time(item, date, to: &json)
        names(item, name, to: &json)
        content(item, to: &json)
        if fields.contains(.precision), let date, date.precision != .second {
            json.member("precision", date.precision.name)
        }
        if mayHaveCompanions { try companions(item, to: &json) }
        if fields.contains(.state) {
            json.member(
                "state",
                root(item.root).isOffline ? "offline" : item.unreadable == nil ? "ok" : "unreadable"
            )
        }
        if fields.contains(.altitude), let altitude = item.altitude { json.member("altitude", altitude) }
        if fields.contains(.title), let title = item.title { json.member("title", title) }
        if fields.contains(.rating), let rating = item.rating { json.member("rating", rating) }
        if fields.contains(.keywords), let keywords = item.keywords {
            json.key("keywords")
            json.raw(keywords)
        }
        if fields.contains(.modified) { json.member("modified", item.modificationTime / 1_000_000) }
    }

    /// Writes what there is to say of a file that belongs to an item and was given up.
    mutating func members(of companion: GivenUpCompanion, to json: inout JSONWriter) throws(IndexError) {
        let folder = try folder(companion.directory)
        companion.name.bytes.withUnsafeBytes { place($0, in: folder, to: &json) }
        if fields.contains(.source) { json.member("source", root(companion.root).name) }
        if fields.contains(.filename) { json.member("filename", companion.name.bytes) }
        if fields.contains(.size) { json.member("size", companion.size) }
        if fields.contains(.mimeType) { json.member("mimeType", companion.format.mimeType) }
        if fields.contains(.state) {
            json.member("state", root(companion.root).isOffline ? "offline" : "unreadable")
        }
        json.member("reason", companion.reason.name)
        json.key("companionOf")
        json.assetID(companion.asset)
    }

    private mutating func folder(_ key: Int64) throws(IndexError) -> FolderPaths.Folder {
        if let lastFolder, lastFolder.key == key { return lastFolder.folder }
        let folder = try folders.folder(key, reader)
        lastFolder = (key, folder)
        return folder
    }

    private mutating func root(_ key: Int64) -> (key: Int64, name: String, isOffline: Bool) {
        if let lastRoot, lastRoot.key == key { return lastRoot }
        let root = (key, roots.name(key), roots.isOffline(key))
        lastRoot = root
        return root
    }

    private func place(
        _ name: UnsafeRawBufferPointer,
        in folder: FolderPaths.Folder,
        to json: inout JSONWriter
    ) {
        if fields.contains(.uri) {
            json.key("uri")
            json.beginString()
            folder.uri.withUnsafeBytes { json.raw($0) }
            json.percentEncoded(name)
            json.endString()
        }
        if fields.contains(.path), folder.isText, name.isText {
            json.key("path")
            json.beginString()
            folder.path.withUnsafeBytes { json.appendText($0) }
            json.appendText(name)
            json.endString()
        }
    }

    private func time(_ item: ItemRow, _ date: CaptureDate?, to json: inout JSONWriter) {
        if fields.contains(.timestamp), let timestamp = item.timestamp { json.member("timestamp", timestamp) }
        if fields.contains(.localTime), let date {
            json.key("localTime")
            json.localTime(date)
        }
        if fields.contains(.offset), let minutes = date?.offsetMinutes {
            json.key("offset")
            json.offset(minutes: minutes)
        }
        if fields.contains(.dateSource) {
            json.member("dateSource", date?.source.name ?? DateSource.none.name)
        }
    }

    private mutating func names(
        _ item: ItemRow,
        _ name: UnsafeRawBufferPointer,
        to json: inout JSONWriter
    ) {
        if fields.contains(.source) { json.member("source", root(item.root).name) }
        if fields.contains(.filename) { json.member("filename", name) }
        if fields.contains(.monthKey) {
            json.key("monthKey")
            json.month(item.month)
        }
    }

    private func content(_ item: ItemRow, to json: inout JSONWriter) {
        if fields.contains(.group) {
            json.key("group")
            if let group = item.group { json.string(group) } else { json.null() }
        }
        if fields.contains(.description), let description = item.description {
            json.member("description", description)
        }
        if fields.contains(.favorite), let favorite = item.favorite {
            json.member("favorite", favorite)
        }
        if fields.contains(.viewed) {
            json.member("viewed", item.viewed)
        }
        if fields.contains(.width), let width = item.width {
            json.member("width", width)
        }
        if fields.contains(.height), let height = item.height {
            json.member("height", height)
        }
        if fields.contains(.latitude), let latitude = item.latitude {
            json.member("latitude", latitude)
        }
        if fields.contains(.longitude), let longitude = item.longitude {
            json.member("longitude", longitude)
        }
        if fields.contains(.duration), let duration = item.duration {
            json.member("duration", duration)
        }
        if fields.contains(.size) {
            json.member("size", item.size)
        }
        if fields.contains(.mimeType), let format = item.format {
            json.member("mimeType", format.mimeType)
        }
    }

    private mutating func companions(_ item: ItemRow, to json: inout JSONWriter) throws(IndexError) {
        let companions = try reader.companions(of: item.key)
        guard !companions.isEmpty else { return }
        let folder = try folder(item.directory)
        json.key("companions")
        json.beginArray()
        for companion in companions {
            json.beginString()
            folder.uri.withUnsafeBytes { json.raw($0) }
            companion.name.bytes.withUnsafeBytes { json.percentEncoded($0) }
            json.endString()
        }
        json.endArray()
    }
}

extension ItemFields {
    /// What a brief look at an item has.
    static let brief: ItemFields = [
        .id, .uri, .path, .type, .timestamp, .localTime, .offset, .dateSource, .source, .filename, .monthKey,
        .favorite,
        .viewed, .mimeType, .precision, .companions, .state,
    ]
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes are valid UTF-8. Most names are ASCII, which is seen without decoding.
    var isText: Bool {
        allSatisfy { $0 < 0x80 } || String(validating: self, as: UTF8.self) != nil
    }
}
