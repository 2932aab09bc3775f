import LibraryIndex
import PhotoModel

/// An identity that a file turns out to have already.
enum IdentityClaim {
    /// The file lived elsewhere until now.
    case live(IndexedAsset)
    /// The file was gone, or only a document knew of it.
    case departed(DepartedAsset)

    var id: AssetID {
        switch self {
        case .live(let asset): asset.id
        case .departed(let asset): asset.id
        }
    }

    var marks: AssetMarks {
        switch self {
        case .live(let asset): asset.marks
        case .departed(let asset): asset.marks
        }
    }

    /// Whether nothing has happened to it since it was given, but that its file has left its place.
    var isPristine: Bool {
        switch self {
        case .live(let asset): asset.revision == 1
        case .departed(let asset): asset.revision == 2
        }
    }

    /// Whether it is that of a photo that was found gone, and not of one that waits for its file since the index was lost.
    var isTombstone: Bool {
        if case .departed(let asset) = self { asset.deletedAt != nil } else { false }
    }

    /// Whether its file was gone, and nobody has marked it.
    var isTombstoneOfNobody: Bool {
        switch self {
        case .live: false
        case .departed(let asset): asset.marks == AssetMarks()
        }
    }

    /// Of two identities, the smaller existed first.
    var age: (created: Int64, id: AssetID) {
        switch self {
        case .live(let asset): asset.age
        case .departed(let asset): (asset.created, asset.id)
        }
    }
}
