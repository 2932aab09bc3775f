import PhotoModel

/// What can be found of one asset: the texts as the full-text index keeps them, folded (`SearchText`).
struct AssetText {
    let name: String
    let description: String
    let group: String
    /// Make and model.
    let camera: String
    let title: String
    /// Each between two separators, so that it is told from a part of another.
    let keywords: String

    static let columns = "name, description, grouping, camera, title, keywords"
    /// How many.
    static let count: Int32 = 6

    /// The same from an asset's row.
    static let assetColumns = """
        asset.name, asset.description, (SELECT name FROM grouping WHERE id = asset.grouping),
        (SELECT make || ' ' || model FROM camera WHERE id = asset.camera), asset.title, asset.keywords
        """

    /// Folds what an asset's row says, in as many columns from `column` on. Bytes of a name that are no UTF-8 part words.
    init(ofAsset row: Statement, at column: Int32) {
        name = SearchText.folded(row.string(column))
        description = SearchText.folded(row.string(column + 1))
        let group = SearchText.folded(row.string(column + 2))
        // Most groups are the description: its words need not stand twice.
        self.group = group == description ? "" : group
        camera = SearchText.folded(row.string(column + 3))
        title = SearchText.folded(row.string(column + 4))
        keywords = Self.stored(StoredKeywords.keywords(row.optionalString(column + 5)))
    }

    /// A space to the tokenizer, and in no folded text.
    private static let separator = "\u{1F}"

    private static func stored(_ keywords: [String]) -> String {
        guard !keywords.isEmpty else { return "" }
        return separator + keywords.map { folded(keyword: $0) + separator }.joined()
    }

    /// A keyword as it stands among others: whoever asks for it writes it in letters of any case.
    static func searched(keyword: String) -> String { separator + folded(keyword: keyword) + separator }

    /// What has neither letters nor digits, as a heart, stays as it is.
    fileprivate static func folded(keyword: String) -> String {
        let keyword = keyword.filter { !separator.contains($0) }
        let folded = SearchText.folded(keyword).lowercased()
        return folded.allSatisfy { $0 == " " } ? keyword : folded
    }

    /// Reads as many columns of the full-text index.
    init(stored row: Statement, at column: Int32) {
        name = row.string(column)
        description = row.string(column + 1)
        group = row.string(column + 2)
        camera = row.string(column + 3)
        title = row.string(column + 4)
        keywords = row.string(column + 5)
    }
}

extension AssetText: Equatable {
    /// Byte for byte: to the tokenizer, texts are more than what they look like.
    static func == (left: AssetText, right: AssetText) -> Bool {
        zip(left.texts, right.texts).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }

    private var texts: [String] { [name, description, group, camera, title, keywords] }
}

/// The full-text index, which follows the change log.
extension IndexReader {
    /// The sequence number up to which changes are taken in.
    public func textSequence() throws(IndexError) -> Int64 { try meta("text-sequence") ?? 0 }

    /// The last row that a rebuild under way has come to; `nil` where there is none.
    func textPosition() throws(IndexError) -> Int64? { try meta("text-position") }

    /// How often words were found to be wrong and put right.
    func textMendings() throws(IndexError) -> Int64 { try meta("text-mendings") ?? 0 }

    /// Whether the log has lost lines that were not taken in.
    func isTextLost() throws(IndexError) -> Bool {
        let now = try clock()
        return try !canAnswer(since: Clock(epoch: now.epoch, sequence: textSequence()), now: now)
    }

    /// Whether a search in this snapshot would miss something.
    public func isTextBehind() throws(IndexError) -> Bool {
        if try textPosition() != nil { return true }
        if try isTextLost() { return true }
        let statement = try connection.statement("SELECT 1 FROM change WHERE sequence > ?1 LIMIT 1")
        statement.bind(try textSequence(), at: 1)
        return try statement.first("looking for changes") { row throws(IndexError) in row.int(0) } != nil
    }

    /// The assets in which all words stand, each in one of the texts. What has changed behind the full-text index is
    /// found by the words it had; what has gone is not found.
    func assets(matching words: [String]) throws(IndexError) -> AssetSelection {
        try kept(words: words, keyword: nil) { () throws(IndexError) in try search(for: words) }
    }

    /// The assets that have a keyword.
    func assets(withKeyword keyword: String) throws(IndexError) -> AssetSelection {
        try kept(words: [], keyword: keyword) { () throws(IndexError) in try search(forKeyword: keyword) }
    }

    private func kept(
        words: [String],
        keyword: String?,
        _ search: () throws(IndexError) -> AssetSelection
    ) throws(IndexError) -> AssetSelection {
        // Half of the words are there, and of which assets nothing tells.
        guard let selections, try textPosition() == nil else { return try search() }
        let question = FrequentSelections.Question(
            words: words,
            keyword: keyword,
            sequence: try clock().sequence,
            textSequence: try textSequence(),
            mendings: try textMendings()
        )
        if let answer = selections.answer(question) { return answer }
        let selection = try search()
        selections.keep(selection, for: question)
        return selection
    }

    private func search(for words: [String]) throws(IndexError) -> AssetSelection {
        var selection = try rows(ofAll: words)
        let gone = try connection.statement(
            """
            SELECT asset_text_row.row FROM change JOIN asset_text_row ON asset_text_row.uuid = change.uuid
            WHERE change.sequence > ?1 AND NOT EXISTS
                (SELECT 1 FROM asset WHERE asset.id = asset_text_row.row AND asset.uuid = change.uuid)
            """
        )
        gone.bind(try textSequence(), at: 1)
        try gone.each("leaving out what is gone") { row throws(IndexError) in selection.remove(row.int(0)) }
        return selection
    }

    private func search(forKeyword keyword: String) throws(IndexError) -> AssetSelection {
        var selection = AssetSelection()
        let folded = AssetText.folded(keyword: keyword)
        // To the tokenizer all beyond ASCII are letters. What has none is looked for in every list.
        let hasWords = folded.utf8.contains {
            $0 >= 0x80 || Character(Unicode.Scalar($0)).isLetter
                || Character(Unicode.Scalar($0)).isNumber
        }
        let find = try connection.statement(
            """
            SELECT rowid FROM asset_text WHERE \(hasWords ? "asset_text MATCH ?1 AND " : "")instr(keywords, ?2)
                AND EXISTS (SELECT 1 FROM asset WHERE asset.id = asset_text.rowid)
            """
        )
        if hasWords { find.bind("keywords : " + TextExpression.phrase(folded), at: 1) }
        find.bind(AssetText.searched(keyword: keyword), at: 2)
        try find.each("searching for a keyword") { row throws(IndexError) in selection.insert(row.int(0)) }
        return selection
    }

    /// The assets that were taken within a circle.
    func assets(in circle: GeographicCircle) throws(IndexError) -> AssetSelection {
        var selection = AssetSelection()
        for longitudes in circle.longitudes {
            let statement = try connection.statement(
                """
                SELECT id, latitude, longitude FROM asset
                WHERE latitude BETWEEN ?1 AND ?2 AND longitude BETWEEN ?3 AND ?4
                """
            )
            let bounds = [
                circle.latitudes.lowerBound, circle.latitudes.upperBound, longitudes.lowerBound,
                longitudes.upperBound,
            ]
            for (index, bound) in bounds.enumerated() { statement.bind(bound, at: Int32(index + 1)) }
            try statement.each("finding places") { row throws(IndexError) in
                if circle.contains(latitude: row.double(1), longitude: row.double(2)) {
                    selection.insert(row.int(0))
                }
            }
        }
        return selection
    }
}
