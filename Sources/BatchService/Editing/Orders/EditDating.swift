import CaptureRules
import EditRules
import LibraryIndex
import LineProtocol
import PhotoModel
import WatchedLibrary

/// Works out the date that an edit gives each photo.
struct EditDating {
    let order: DateOrder
    let library: PhotoLibrary
    /// Nanoseconds since 1970.
    let now: Int64
    /// The date of the photo that the order names; `nil`: it names none.
    private let model: CaptureDate?

    /// - Throws: `NoSuchModel` where the order names a photo that there is not.
    init(_ order: DateOrder, library: PhotoLibrary, now: Int64, _ reader: IndexReader) throws {
        var order = order
        var model: CaptureDate?
        if case .photo(let word) = order.base {
            let (asset, shift) = try Self.photo(word, library, reader)
            guard let asset else { throw NoSuchModel(word: word) }
            order.shift = shift
            model = try reader.shownRecord(ofAsset: asset.key)?.date
        }
        self.order = order
        self.library = library
        self.now = now
        self.model = model
    }

    /// The photo whose date others are to get is not there.
    struct NoSuchModel: Error {
        let word: String
    }

    func date(of subject: EditSubject) throws(DateOrder.Problem) -> CaptureDate {
        switch order.base {
        case .current: try order.date(from: subject.shown?.date)
        case .said(let date): try order.date(from: date)
        case .photo: try order.date(from: model)
        case .fileName: try order.date(from: date(of: subject, subject.asset.name, .fileName))
        // A name that says nothing.
        case .modificationTime:
            try order.date(from: date(of: subject, FileName(Array("x".utf8)), .modificationTime))
        }
    }

    /// What the rules make of a photo of which nothing is known but its name and its time.
    private func date(of subject: EditSubject, _ name: FileName, _ source: DateSource) -> CaptureDate? {
        guard let folder = subject.shown?.folder else { return nil }
        let zones = library.run.rules(at: folder.appending(subject.asset.name)).zones
        let date = CaptureDateRule(zones: zones, now: now).decide(
            CaptureSubject(
                facts: nil,
                fileName: name,
                modificationTime: subject.asset.stamp.modificationTime
            )
        )
        return date.source == source ? date : nil
    }

    /// A photo by `ID`, or `ID+1h`. An id may end like a time, so that all of a word is looked for first.
    private static func photo(
        _ word: String,
        _ library: PhotoLibrary,
        _ reader: IndexReader
    ) throws(IndexError) -> (asset: IndexedAsset?, shift: TimeShift) {
        if let asset = try find(word, library, reader) { return (asset, TimeShift(seconds: 0)) }
        guard let sign = word.lastIndex(where: { $0 == "+" || $0 == "-" }),
            let shift = TimeShift(word: String(word[sign...]))
        else { return (nil, TimeShift(seconds: 0)) }
        return (try find(String(word[..<sign]), library, reader), shift)
    }

    static func find(
        _ word: String,
        _ library: PhotoLibrary,
        _ reader: IndexReader
    ) throws(IndexError) -> IndexedAsset? {
        switch AssetReference(word) {
        case nil: nil
        case .id(let id): try reader.asset(id)
        case .path(let path): try AssetPath(path, library)?.find(reader)
        }
    }
}
