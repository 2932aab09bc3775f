import EditRules
import PhotoModel

/// Overlays that files have been written to say, and that are read otherwise there than they were meant: longer than a text is
/// read, a text that cameras write, the date of a clock that was never set. Such an overlay stays until its files say something else
/// than they did then: that another program has written.
extension IndexWriter {
    /// Marks without what an asset's files say as well, and without what they have been written to say where they say something
    /// else by now.
    func settled(
        _ marks: AssetMarks,
        of asset: IndexedAsset,
        over record: AssetRecord
    ) throws(IndexError) -> AssetMarks {
        var marks = marks.settled(over: record)
        guard !marks.overlay.written.isEmpty, let known = try reader.record(ofAsset: asset.key) else {
            return marks
        }
        let (said, before) = (marks.overlay.said, asset.marks.overlay.said)
        // What somebody has said anew in a document is in no file.
        let written = marks.overlay.written.filter {
            before.speech(of: $0) != .value || said.agrees(with: before, on: $0)
        }
        marks.overlay = marks.overlay.written(written)
            .forgetting(written.filter { record.saysOther(than: known, of: $0) })
        return marks
    }
}

extension AssetRecord {
    /// Whether it says something else of a property than an earlier record of the same file, as far as both are known.
    fileprivate func saysOther(than earlier: AssetRecord, of property: EditedProperty) -> Bool {
        let (now, before) = (saidInside, earlier.saidInside)
        switch (now.speech(of: property), before.speech(of: property)) {
        case (.silent, _), (_, .silent), (.unset, .unset): return false
        case (.unset, .value), (.value, .unset): return true
        case (.value, .value): break
        }
        // A date's offset may follow from the place.
        if property == .date { return now.date?.value?.localTime != before.date?.value?.localTime }
        return !now.agrees(with: before, on: property)
    }

    /// What is known to stand in its files: their names and times say nothing.
    private var saidInside: EditedValues {
        var said = knownToSay
        if said.date != nil, date?.source.kind != .embedded { said.date = .unset }
        return said
    }
}
