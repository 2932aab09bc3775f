import Batches
import EditRules
import LibraryIndex

extension EditApplication {
    /// Has the index know that files say what edits have said of their photos. What they are read to say of it is what they say until
    /// another program has written something else: then that counts.
    ///
    /// Where the index fails nothing is lost but that: what was said is shown.
    func noteWritten(_ records: [EditRecord]) {
        // Most of it is read as it was said, and no overlay is left.
        let shown = try? library.index.read { reader throws(IndexError) in
            var shown: [EditRecord] = []
            for record in records where try Self.written(record, reader) != nil { shown.append(record) }
            return shown
        }
        guard let shown, !shown.isEmpty else { return }
        try? perform { writer throws(IndexError) in
            for record in shown {
                guard let (asset, overlay) = try Self.written(record, writer.reader) else { continue }
                var marks = asset.marks
                marks.overlay = overlay
                try writer.setMarks(marks, of: asset)
            }
        }
    }

    /// A photo of which an edit has written something that is shown in place of its files still, and its overlay that says so;
    /// `nil`: there is none, or it says so already.
    private static func written(
        _ record: EditRecord,
        _ reader: IndexReader
    ) throws(IndexError) -> (asset: IndexedAsset, overlay: Overlay)? {
        guard let asset = try reader.asset(record.id), !asset.marks.overlay.isEmpty else { return nil }
        let (known, now) = (asset.marks.overlay, record.change.now)
        let written = now.written.filter { now.agrees(with: known.said, on: $0) }
        guard !known.written.isSuperset(of: written) else { return nil }
        return (asset, known.written(known.written.union(written)))
    }
}
