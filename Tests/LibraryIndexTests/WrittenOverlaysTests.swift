import EditRules
import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("What files have been written to say, and are read to say otherwise")
struct WrittenOverlaysTests {
    private let folder: TemporaryFolder
    private let index: LibraryIndex
    private let shelf: Shelf
    private let overlay: Overlay
    /// As its file says it: the text is cut, and the date is none that is believed.
    private var record: AssetRecord

    init() throws {
        folder = try TemporaryFolder()
        index = try folder.open()
        shelf = try Shelf(index)
        overlay = Overlay(date: SaidDate.date("1904-01-01"), description: "Beach trip", title: "Pier")
        record = .sample(try date(2016, 11))
        record.description = "Beach"
        try index.add(1, try date(2016, 11), at: shelf.place("1.jpg"))
        try set(overlay)
        try write(record)
    }

    private var known: IndexedAsset {
        get throws { try #require(try index.asset(1)) }
    }

    private var said: Overlay {
        get throws { try known.marks.overlay }
    }

    /// As somebody says it.
    private func set(_ overlay: Overlay) throws {
        let asset = try known
        _ = try index.write { writer throws(IndexError) in
            try writer.setMarks(
                AssetMarks(overlay: overlay),
                of: asset,
                describedGroup: nil,
                revision: asset.revision + 1
            )
        }
    }

    /// As the file is read.
    private func write(_ record: AssetRecord) throws {
        let asset = try known
        _ = try index.write { writer throws(IndexError) in
            try writer.update(asset, record: record, marks: asset.marks, at: asset.place)
        }
    }

    private func note(_ properties: Set<EditedProperty>) throws {
        try set(try said.written(properties))
    }

    @Test("stays as long as they say what they did when they had been written")
    func kept() throws {
        try note([.date, .description])
        var later = record
        later.title = "Boat"
        later.rating = 3
        later.date?.offsetMinutes = 60
        try write(later)
        #expect(try said.written([]) == overlay)
        try write(later)
        #expect(try said.written([]) == overlay)
    }

    @Test("goes where they say something else, each by itself")
    func overtaken() throws {
        try note([.date, .description])
        var later = record
        later.description = "Harbour"
        try write(later)
        #expect(try said == Overlay(date: overlay.date, title: "Pier", written: [.date]))
        later.date = nil
        try write(later)
        #expect(try said == Overlay(title: "Pier"))
        let shown = try index.read { [key = try known.key] reader throws(IndexError) in
            try reader.shownRecord(ofAsset: key)
        }
        #expect(shown?.description == "Harbour" && shown?.date == nil && shown?.title == "Pier")
    }

    @Test("stays where no file has been written, whatever they say")
    func ownWords() throws {
        var later = record
        later.description = "Harbour"
        later.date = nil
        try write(later)
        #expect(try said.written([]) == overlay)
    }

    @Test("what is said anew is in no file until it has been written")
    func saidAnew() throws {
        try note([.description])
        // As a document has it that somebody has edited.
        try set(Overlay(description: "Sunset", written: [.description]))
        var later = record
        later.description = "Harbour"
        try write(later)
        #expect(try said == Overlay(description: "Sunset"))
    }

    @Test("is known again where the index has been lost, or its photo was away")
    func restored() throws {
        let written = overlay.written([.description])
        try set(Overlay())
        try set(written)
        #expect(try said == written)
        _ = try index.write { writer throws(IndexError) in
            try writer.insert(
                id: .number(2),
                record: record,
                marks: AssetMarks(overlay: written),
                at: shelf.place("2.jpg"),
                created: 1
            )
        }
        #expect(try index.asset(2)?.marks.overlay == written)
    }

    @Test("a name or a time that dates a file is nothing that it says")
    func guessed() throws {
        var guessed = record
        guessed.date?.source = .modificationTime
        try write(guessed)
        try note([.date])
        guessed.date?.localTime = try date(2014, 5)
        try write(guessed)
        guessed.date?.source = .fileName
        try write(guessed)
        #expect(try said.date == overlay.date)
        guessed.date?.source = .sidecar
        try write(guessed)
        #expect(try said.date == nil)
    }

    @Test("stays where a file cannot be read, which may say anything")
    func unreadable() throws {
        try note([.description])
        var empty = record
        empty.description = nil
        empty.unreadable = .truncated
        try write(empty)
        try write(record)
        #expect(try said.written([]) == overlay)
    }
}
