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
    /// Whether a photo with several names may become a file of its own.
    package let breaksLinks: Bool

    package init(
        number: Int,
        undoes: Int? = nil,
        id: AssetID,
        change: EditChange,
        layer: EditLayer = .index,
        breaksLinks: Bool = false
    ) {
        self.number = number
        self.undoes = undoes
        self.id = id
        self.change = change
        self.layer = layer
        self.breaksLinks = breaksLinks
    }
}
