import PhotoModel

/// Where photos have gone that exchanged names: once the index has taken in a part of it, nothing else tells. Another name
/// of such a file, made in the same moment, is not the photo.
struct ExchangedNames: Sendable {
    /// Of so many it is remembered.
    private static let limit = 4096

    private var places: [AssetID: FilePath] = [:]

    subscript(id: AssetID) -> FilePath? { places.isEmpty ? nil : places[id] }

    mutating func expect(_ id: AssetID, at path: FilePath) {
        guard places.count < Self.limit else { return }
        places[id] = path
    }
}
