import EditRules
import PhotoModel

/// A photo that an edit changes, as its journal has it.
package struct EditRecord: Hashable, Sendable {
    /// From 1, each once in a journal.
    package let number: Int
    /// The number of the one that this takes back.
    package let undoes: Int?
    package let id: AssetID
    package let change: EditChange
    /// Where it is written.
    package let layer: EditLayer

    package init(
        number: Int,
        undoes: Int? = nil,
        id: AssetID,
        change: EditChange,
        layer: EditLayer = .index
    ) {
        self.number = number
        self.undoes = undoes
        self.id = id
        self.change = change
        self.layer = layer
    }
}
