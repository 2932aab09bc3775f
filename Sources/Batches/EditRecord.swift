import EditRules
import PhotoModel

/// A photo that an edit changes, as its journal has it.
package struct EditRecord: Hashable, Sendable {
    /// From 1, each once in a journal, unless the edit was worked out anew.
    package let number: Int
    /// The number of the one that this takes back.
    package let undoes: Int?
    package let id: AssetID
    package let change: EditChange
    /// Where it is written.
    package let layer: EditLayer
    /// Whether a photo with several names may become a file of its own.
    package let breaksLinks: Bool
    /// What of it follows from what the photo's files say; `nil`: nothing.
    package let relative: RelativeOrder?
    /// What it was to say each time before it was worked out anew, which the journal has in lines of its own.
    package private(set) var earlier: [EditedValues] = []

    package init(
        number: Int,
        undoes: Int? = nil,
        id: AssetID,
        change: EditChange,
        layer: EditLayer = .index,
        breaksLinks: Bool = false,
        relative: RelativeOrder? = nil
    ) {
        self.number = number
        self.undoes = undoes
        self.id = id
        self.change = change
        self.layer = layer
        self.breaksLinks = breaksLinks
        self.relative = relative
    }
}

// MARK: - Worked out anew

extension EditRecord {
    /// The same edit, as files that say something else have it come to other values.
    package func workedOutAnew(as now: EditedValues) -> EditRecord {
        EditRecord(
            number: number,
            undoes: undoes,
            id: id,
            change: EditChange(was: change.was, now: now),
            layer: layer,
            breaksLinks: breaksLinks,
            relative: relative
        )
        .replacing(self)
    }

    /// The same edit, which knows what it was before.
    func replacing(_ older: EditRecord) -> EditRecord {
        var record = self
        record.earlier = older.earlier + [older.change.now]
        return record
    }

    /// Has a photo that says what this edit was to say before say what it came to, property by property: nobody else has spoken
    /// of it then.
    package var corrections: [EditRecord] {
        earlier.flatMap { earlier in
            [EditedProperty.keywords, .date].compactMap { property in
                var (was, now) = (EditedValues(), EditedValues())
                was.take(property, from: earlier)
                now.take(property, from: change.now)
                guard was != now else { return nil }
                return EditRecord(number: number, id: id, change: EditChange(was: was, now: now))
            }
        }
    }
}
