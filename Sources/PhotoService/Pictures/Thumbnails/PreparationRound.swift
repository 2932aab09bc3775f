import LibraryIndex
import LineProtocol
import PhotoModel
import Thumbnails

/// A part of what may have to be prepared, as one snapshot has it.
struct PreparationPart: Sendable {
    let subjects: [PictureSubject]
    /// What holds when all of them are prepared.
    let after: PreparationNote
}

/// How far thumbnails were prepared, and what is next.
struct PreparationRound {
    enum Next: Sendable {
        case part(PreparationPart)
        /// Everything is prepared.
        case nothing
        /// The thumbnails of photos that were renamed are still where they were.
        case renames
    }

    /// Assets of one part.
    private static let step = 500

    let sizes: [ThumbnailSize]
    /// Whether what was passed over is to be gone through again, and with it everything.
    let fillsGaps: Bool
    /// Whether thumbnails are to be waited for that go along with photos that were renamed.
    let waitsForRenames: Bool

    private var kinds: Int64 {
        sizes.reduce(0) { $0 | Int64($1.edge) }
    }

    func next(_ reader: IndexReader) throws(IndexError) -> Next {
        let now = try reader.clock()
        let note = try note(reader, now)
        // A photo that was renamed has its thumbnails in a moment, without anybody drawing them.
        if waitsForRenames, try reader.hasThumbnails(), let followed = try reader.thumbnailSequence(),
            followed < now.sequence
        {
            return .renames
        }
        if let row = note.row { return .part(try rows(after: row, note, reader)) }
        guard note.sequence < now.sequence else {
            // What is wanted may be less than before.
            return try reader.preparation() == note
                ? .nothing : .part(PreparationPart(subjects: [], after: note))
        }
        return .part(try changes(note, reader, now))
    }

    /// Where to go on. Everything is gone through anew where a size was never prepared, or the log does not say what has changed.
    private func note(_ reader: IndexReader, _ now: Clock) throws(IndexError) -> PreparationNote {
        guard var note = try reader.preparation(), note.kinds & kinds == kinds, !(note.hasGaps && fillsGaps),
            try reader.canAnswer(since: Clock(epoch: now.epoch, sequence: note.sequence), now: now)
        else { return PreparationNote(kinds: kinds, sequence: now.sequence, row: 0) }
        note.kinds = kinds
        return note
    }

    private func rows(
        after row: Int64,
        _ note: PreparationNote,
        _ reader: IndexReader
    ) throws(IndexError) -> PreparationPart {
        var after = note
        let found = try reader.assets(afterRow: row, limit: Self.step)
        after.row = found?.last
        return PreparationPart(subjects: try subjects(found?.ids ?? [], reader), after: after)
    }

    private func changes(
        _ note: PreparationNote,
        _ reader: IndexReader,
        _ now: Clock
    ) throws(IndexError) -> PreparationPart {
        var after = note
        var ids: [AssetID] = []
        let since = Clock(epoch: now.epoch, sequence: note.sequence)
        let summary = try reader.changes(since: since, limit: Self.step) { change in
            if change.kind != .deleted { ids.append(change.id) }
        }
        after.sequence = summary.clock.sequence
        return PreparationPart(subjects: try subjects(ids, reader), after: after)
    }

    private func subjects(_ ids: [AssetID], _ reader: IndexReader) throws(IndexError) -> [PictureSubject] {
        let lookup = try reader.pictureLookup()
        var folders: [Int64: [UInt8]] = [:]
        var subjects: [PictureSubject] = []
        for id in ids {
            guard let row = try lookup.picture(id) else { continue }
            if folders[row.directory] == nil {
                folders[row.directory] = try reader.path(ofDirectory: row.directory)?.bytes
            }
            guard let folder = folders[row.directory] else { continue }
            let slash = folder.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
            if let subject = PictureSubject(id, row, in: folder + slash) { subjects.append(subject) }
        }
        return subjects
    }
}
