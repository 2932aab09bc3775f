import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("Searches")
struct FindTests {
    private let folder: TemporaryFolder
    private let index: LibraryIndex
    private let shelf: Shelf

    init() throws {
        (folder, index, shelf) = try Shelf.opened()
    }

    /// Adds a photo; the later numbers are the older ones.
    private func add(
        _ number: Int,
        _ name: String,
        description: String? = nil,
        group: String? = nil,
        camera: (make: String?, model: String?) = (nil, nil)
    ) throws {
        var record = AssetRecord.sample(try date(2016, 11, 1, second: 59 - number % 60))
        record.description = description
        record.describedGroup = group
        (record.make, record.model) = camera
        _ = try index.write { [record] writer throws(IndexError) in
            try writer.insert(
                id: .number(number),
                record: record,
                marks: AssetMarks(),
                at: shelf.place(name),
                created: 1
            )
        }
    }

    private func found(_ words: String...) throws -> [Int] {
        try index.catchUpText()
        return try index.find(FindQuery(words: words, page: PageQuery(range: .all))).ids.map { Int($0.low) }
    }

    // MARK: Words

    @Test("a word is found at the beginning of words of the name, the description, the group and the camera")
    func places() throws {
        try add(1, "IMG_0042.JPG", description: "Sunset over the lake", group: "Beach trip")
        try add(2, "DSC1.jpg", camera: ("NIKON CORPORATION", "NIKON D90"))
        #expect(try found("img") == [1])
        #expect(try found("0042") == [1])
        #expect(try found("sun") == [1])
        #expect(try found("beach") == [1])
        #expect(try found("nikon") == [2])
        #expect(try found("d90") == [2])
        #expect(try found("jpg") == [1, 2])
        #expect(try found("et") == [])
        #expect(try found("42") == [])
    }

    @Test("all words must be there, each wherever it likes")
    func conjunction() throws {
        try add(1, "a.jpg", description: "Sunset", group: "Beach trip")
        try add(2, "b.jpg", description: "Sunset")
        #expect(try found("sunset", "beach") == [1])
        #expect(try found("trip", "sun", "a") == [1])
        #expect(try found("sunset", "forest") == [])
    }

    @Test("upper case, accents and how they are composed do not matter")
    func folding() throws {
        try add(1, "Zoe\u{308} am Meer.jpg", description: "GROSSE ÜBERSICHT")
        try add(2, "\u{304B}\u{3099}\u{3063}\u{3053}\u{3046}.jpg", description: "\u{1100}\u{1161}")
        for word in ["zoe", "ZOË", "zoe\u{308}", "über", "UBER", "u\u{308}ber"] {
            #expect(try found(word) == [1], "\(word)")
        }
        for word in ["\u{304C}\u{3063}\u{3053}", "\u{304B}\u{3099}", "\u{AC00}"] {
            #expect(try found(word) == [2], "\(word)")
        }
    }

    @Test("accents of Greek and Cyrillic do not matter either, and no letter's other forms")
    func foldingBeyondLatin() throws {
        try add(1, "Αθήνα.jpg", description: "Ένας Οδυσσέας")
        try add(2, "Ёлка.jpg", description: "Мой йод")
        try add(3, "Straße.jpg", description: "İstanbul")
        for word in ["αθηνα", "ΑΘΉΝΑ", "ενας", "οδυσσεας", "ΟΔΥΣΣΕΑΣ", "οδυσσέα"] {
            #expect(try found(word) == [1], "\(word)")
        }
        for word in ["елка", "ёлка", "ЕЛКА", "мои", "МОЙ", "иод"] {
            #expect(try found(word) == [2], "\(word)")
        }
        for word in ["strasse", "STRASSE", "straß", "istanbul", "İST"] {
            #expect(try found(word) == [3], "\(word)")
        }
    }

    @Test("signs part words, however young they are")
    func signs() throws {
        // Emoji of Unicode 6.0, 8.0, 13.0, 14.0 and 15.0, with a form, a skin colour and a family among them, and a place
        // that is not given away yet.
        let signs = ["😀", "🤩", "🪖", "🫠", "🫎", "☀️", "👍🏽", "👨‍👩‍👧", "🏴‍☠️", "€", "—", "\u{1FAFF}", "１️⃣"]
        for (number, sign) in signs.enumerated() {
            try add(number + 1, "\(number).jpg", description: "Strand\(sign)Meer\(sign)")
        }
        let all = Array(1...signs.count)
        #expect(try found("strand") == all)
        #expect(try found("meer") == Array(1..<signs.count))
        #expect(try found("Strand😀Meer") == Array(1..<signs.count))
        #expect(try found("🫠") == [])
    }

    @Test("words of scripts that write vowels as marks are whole, and found by their beginnings")
    func marks() throws {
        try add(1, "a.jpg", description: "नमस्ते दुनिया")
        try add(2, "b.jpg", description: "สวัสดี ภูเก็ต")
        try add(3, "c.jpg", description: "서울 한국")
        #expect(try found("नमस्ते") == [1])
        #expect(try found("दु") == [1])
        #expect(try found("ते") == [])
        #expect(try found("สวัส") == [2])
        #expect(try found("한") == [3])
        #expect(try found("하") == [])
    }

    @Test("a word with signs in it is found in its order and unbroken by other words")
    func sequences() throws {
        try add(1, "IMG_1234.JPG")
        try add(2, "1234_IMG.JPG")
        try add(3, "IMG copy 1234.JPG")
        #expect(try found("IMG_12") == [1])
        #expect(try found("img-1234.jpg") == [1])
        #expect(try found("IMG_2") == [])
        #expect(try found("img", "12") == [1, 2, 3])
        #expect(try found("img 1234") == [1])
    }

    private func keys(_ selection: AssetSelection) -> [Int64] {
        var keys: [Int64] = []
        selection.forEach { keys.append($0) }
        return keys
    }

    @Test("of a word that many others go on from, as of one that few do, all are found that FTS5 finds")
    func beginnings() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("beginnings seed: \(seed)")
        var random = SeededGenerator(seed: seed)
        let letters = ["a", "b", "A", "7", "ß", "é", "e\u{301}", "雪", "Σ"]
        var words: [String] = []
        for _ in 0..<300 {
            words.append((0...random.below(3)).map { _ in letters[random.below(letters.count)] }.joined())
        }
        let separators = [" ", "-", "_", ".", "♥"]
        for number in 1...200 {
            let texts = (0..<6).map { _ in words[random.below(words.count)] }
            let description = texts.joined(separator: separators[random.below(separators.count)])
            // The "x" keeps "a7" with number 1 and "a" with number 71 two names.
            try add(number, "\(words[random.below(words.count)])x\(number).jpg", description: description)
        }
        try index.catchUpText()
        let ends = ["", "", "_", "♥", "\"", String(repeating: "a", count: 70)]
        var found = 0
        for _ in 0..<300 {
            let asked = (0...random.below(2)).map { _ in
                "\(words[random.below(words.count)])\(ends[random.below(ends.count)])"
            }
            try index.read { reader throws(IndexError) in
                let rows = keys(try reader.rows(ofAll: asked))
                #expect(rows == keys(try reader.rows(matching: asked)), "seed \(seed), \(asked)")
                found += rows.count
            }
        }
        #expect(found > 1_000)
    }

    @Test(
        "what other searches take for syntax is text",
        arguments: [
            "\"", "\"\"", "*", "-", "img*", "AND", "OR", "NOT", "NEAR(", "NEAR(img jpg, 2)", "name:img",
            "{name}:img", "^img", "img + jpg", "(", ")", "'", ";", "--", "\\", "asset_text", "img\" OR \"x",
            "x\"*", "%", "_", "\u{1}", "☀", "col : x",
        ]
    )
    func injection(word: String) throws {
        try add(1, "IMG.JPG")
        try add(2, "other.png")
        let parts = word.lowercased().unicodeScalars.split {
            !$0.properties.isAlphabetic && !("0"..."9").contains($0)
        }
        .map(String.init)
        let isInFirst = parts == ["img"] || parts == ["img", "jpg"]
        #expect(try found(word) == (isInFirst ? [1] : []))
        // Beside another word, one without letters and digits asks for nothing.
        #expect(try found("other", word) == (parts.isEmpty ? [2] : []))
    }

    @Test("a name that is no UTF-8 is found by what of it is")
    func notText() throws {
        var place = shelf.place("")
        place = AssetPlace(
            directory: place.directory,
            root: place.root,
            filesystem: place.filesystem,
            name: FileName(Array("caf".utf8) + [0xE9] + Array("bar.jpg".utf8))
        )
        let time = try date(2016, 11)
        try index.add(1, time, at: place)
        #expect(try found("caf") == [1])
        #expect(try found("bar") == [1])
        #expect(try found("cafbar") == [])
    }

    // MARK: Following

    @Test("what is added, rewritten, renamed, regrouped and removed is found as it is")
    func follows() throws {
        try add(1, "first.jpg", description: "Sunset")
        #expect(try found("first") == [1])
        try change(1) { writer, asset throws(IndexError) in
            var record = AssetRecord.sample(nil)
            record.description = "Sunrise"
            try writer.update(asset, record: record, marks: asset.marks, at: shelf.place("second.jpg"))
        }
        #expect(try found("first") == [])
        #expect(try found("sunset") == [])
        #expect(try found("second", "sunrise") == [1])
        try change(1) { writer, asset throws(IndexError) in
            try writer.setMarks(
                AssetMarks(groupOverride: .group("Holidays")),
                of: asset,
                describedGroup: nil,
                revision: 9
            )
        }
        #expect(try found("holi") == [1])
        try change(1) { writer, asset throws(IndexError) in try writer.remove(asset) }
        #expect(try found("second") == [])
    }

    @Test("a row's number that is given out again belongs to the new photo alone")
    func reusedNumbers() throws {
        try add(1, "first.jpg")
        #expect(try found("first") == [1])
        let old = try #require(try index.asset(1)).key
        try change(1) { writer, asset throws(IndexError) in try writer.remove(asset) }
        try add(2, "second.jpg")
        #expect(try #require(try index.asset(2)).key == old)
        // The second one's line of the log is taken in before or after the first one's.
        let stale = try index.find(FindQuery(words: ["first"], page: PageQuery(range: .all)))
        #expect(stale.ids.isEmpty && stale.summary.total == 0)
        #expect(try found("first") == [])
        #expect(try found("second") == [2])
    }

    @Test("what changes no text is no change of the index of words")
    func unchanged() throws {
        try add(1, "first.jpg")
        try index.catchUpText()
        let wasNews = try index.write { writer throws(IndexError) in
            guard let asset = try writer.reader.asset(.number(1)) else { return true }
            _ = try writer.setViewed(asset, true)
            try writer.touch(asset)
            return try writer.refreshText(of: asset.id)
        }.value
        #expect(!wasNews)
        #expect(try index.read { reader throws(IndexError) in try reader.isTextBehind() })
        try index.catchUpText()
        #expect(try !index.read { reader throws(IndexError) in try reader.isTextBehind() })
    }

    @Test("taking in what has changed tells nobody of a change, and without any writes nothing")
    func isSilent() throws {
        try add(1, "first.jpg")
        let clock = index.clock
        let caughtUp = try index.write { writer throws(IndexError) in try writer.catchUpText(limit: 10) }
        #expect(caughtUp.value && caughtUp.committed.isEmpty)
        #expect(index.clock == clock)
        #expect(try index.changes(since: clock).lines.isEmpty)
        let log = try folder.read("index.sqlite-wal")
        try index.catchUpText()
        #expect(try folder.read("index.sqlite-wal") == log)
    }

    @Test("it goes on where it was after a stop without closing, and after one with it")
    func survivesRestarts() throws {
        try add(1, "first.jpg")
        try index.catchUpText()
        try add(2, "second.jpg")
        let copy = try folder.copyOfIndex()
        let after = try copy.open()
        #expect(try after.read { reader throws(IndexError) in try reader.isTextBehind() })
        try after.catchUpText()
        let query = FindQuery(words: ["jpg"], page: PageQuery(range: .all))
        #expect(try after.find(query).ids.count == 2)
        try after.close()
        let again = try copy.open()
        #expect(try !again.read { reader throws(IndexError) in try reader.isTextBehind() })
        #expect(try again.find(query).ids.count == 2)
    }

    @Test(
        "where the change log was cut before it was taken in, everything is taken in anew",
        arguments: [1, 3, 100]
    )
    func rebuilds(step: Int) throws {
        for number in 1...10 { try add(number, "photo\(number).jpg") }
        try index.catchUpText()
        try change(3) { writer, asset throws(IndexError) in try writer.remove(asset) }
        try add(11, "photo11.jpg")
        _ = try index.write { writer throws(IndexError) in try writer.pruneLog(before: .max, keeping: 0) }
        #expect(try index.read { reader throws(IndexError) in try reader.isTextBehind() })
        _ = try index.write { writer throws(IndexError) in try writer.catchUpText(limit: step) }
        // Changes while it is under way are not lost.
        try change(1) { writer, asset throws(IndexError) in try writer.remove(asset) }
        try change(10) { writer, asset throws(IndexError) in
            try writer.update(asset, record: .sample(nil), marks: asset.marks, at: shelf.place("other.jpg"))
        }
        try index.catchUpText(step: step)
        #expect(try Set(found("photo")) == [2, 4, 5, 6, 7, 8, 9, 11].reduce(into: []) { $0.insert($1) })
        #expect(try found("photo1") == [11])
        #expect(try found("other") == [10])
    }

    @Test("words that are not those of the photo are noticed, and mended one by one")
    func audit() throws {
        for number in 1...4 { try add(number, "photo\(number).jpg") }
        try index.catchUpText()
        func misworded() throws -> [AssetID] {
            try index.read { reader throws(IndexError) in try reader.misworded() }
        }
        #expect(try misworded().isEmpty)
        let rows = try (1...4).map { try #require(try index.asset($0)).key }
        _ = try index.write { writer throws(IndexError) in
            for sql in [
                "UPDATE asset_text SET name = 'wrong.jpg' WHERE rowid = \(rows[0])",
                "DELETE FROM asset_text WHERE rowid = \(rows[1])",
                "DELETE FROM asset_text_row WHERE row = \(rows[2])",
                "DELETE FROM asset WHERE id = \(rows[3])",
            ] { try writer.connection.statement(sql).run("damaging the index") }
        }
        #expect(try Set(misworded()) == Set((1...4).map { .number($0) }))
        // What has changed since is not taken for wrong.
        try change(2) { writer, asset throws(IndexError) in try writer.touch(asset) }
        #expect(try Set(misworded()) == [.number(1), .number(3), .number(4)])
        _ = try index.write { writer throws(IndexError) in
            for id in try writer.reader.misworded() { try writer.refreshText(of: id) }
        }
        #expect(try misworded().isEmpty)
        #expect(try found("photo") == [1, 2, 3])
        #expect(try found("wrong") == [])
    }

    @Test("a frequent word finds what is there now, however often it was asked for before")
    func frequentWords() throws {
        func total() throws -> Int {
            let query = FindQuery(words: ["common"], page: PageQuery(range: .all))
            let first = try index.find(query).summary.total
            #expect(try index.find(query).summary.total == first)
            return first
        }
        for number in 1...300 { try add(number, "common\(number).jpg") }
        try index.catchUpText()
        #expect(try total() == 300)
        try change(1) { writer, asset throws(IndexError) in try writer.remove(asset) }
        #expect(try total() == 299, "what is gone is gone, although its words are there")
        try index.catchUpText()
        #expect(try total() == 299)
        try add(301, "common301.jpg")
        try index.catchUpText()
        #expect(try total() == 300)
        try change(2) { writer, asset throws(IndexError) in
            try writer.connection.statement("DELETE FROM asset_text WHERE rowid = \(asset.key)").run(
                "damaging the index"
            )
            try writer.touch(asset)
        }
        #expect(try total() == 299)
        _ = try index.write { writer throws(IndexError) in try writer.refreshText(of: .number(2)) }
        #expect(try total() == 300, "it was mended, and nothing else has changed")
    }

    private func change(
        _ number: Int,
        _ body: (IndexWriter, IndexedAsset) throws(IndexError) -> Void
    ) throws {
        let asset = try #require(try index.asset(number))
        _ = try index.write { writer throws(IndexError) in try body(writer, asset) }
    }
}

extension LibraryIndex {
    func catchUpText(step: Int = 1000) throws {
        while try !write({ writer throws(IndexError) in try writer.catchUpText(limit: step) }).value {}
    }

    func find(_ query: FindQuery) throws -> (ids: [AssetID], summary: PageSummary) {
        var ids: [AssetID] = []
        let summary = try read { reader throws(IndexError) in
            try reader.find(query) { item throws(IndexError) in ids.append(try item.id) }
        }
        return (ids, summary)
    }
}
