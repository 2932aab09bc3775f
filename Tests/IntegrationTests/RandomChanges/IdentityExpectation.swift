import PhotoModel

/// Which id an asset must have.
enum IdentityExpectation: Equatable {
    case exactly(String)
    /// One that was never seen before.
    case new
    case anything

    /// - Parameter shared: ids that files of more than one asset lay claim to.
    init(of asset: ExpectedAsset, in shadow: Shadow, shared: Set<String>, everywhere: [String: Int]) {
        let files = asset.media.compactMap { shadow.file($0) }
        guard files.count == asset.media.count, let primary = files.first,
            !files.contains(where: { $0.origin == .uncertain })
        else {
            self = .anything
            return
        }
        let ids = Set(
            files.compactMap { file -> String? in
                guard case .known(let id, _) = file.origin else { return nil }
                return id
            }
        )
        guard let id = ids.first else {
            self = .new
            return
        }
        guard ids.count == 1, !shared.contains(id) else {
            self = .anything
            return
        }
        if case .known(_, isPrimary: true) = primary.origin {
            self = .exactly(id)
            return
        }
        // The JPEG of a pair went and the RAW file goes on, or a JPEG joined a RAW file: the id stays if what has it
        // stayed in its place, and nothing else of the old shot lives on elsewhere.
        let bearers = files.filter { $0.origin != .fresh }
        let isInPlace = bearers.allSatisfy(\.isInPlace) && bearers.count == everywhere[id]
        self = isInPlace ? .exactly(id) : .anything
    }

    /// The expectations of all, in their order.
    static func all(of assets: [ExpectedAsset], in shadow: Shadow) -> [IdentityExpectation] {
        var everywhere: [String: Int] = [:]
        for file in Array(shadow.files.values) + shadow.outside.values {
            if let id = file.lastID { everywhere[id, default: 0] += 1 }
        }
        for id in shadow.inherited { everywhere[id, default: 0] += 1 }
        var claims: [String: Int] = [:]
        for asset in assets {
            let ids = Set(
                asset.media.compactMap { path -> String? in
                    guard case .known(let id, _)? = shadow.file(path)?.origin else { return nil }
                    return id
                }
            )
            for id in ids { claims[id, default: 0] += 1 }
        }
        let shared = Set(claims.filter { $0.value > 1 }.keys)
        return assets.map { Self(of: $0, in: shadow, shared: shared, everywhere: everywhere) }
    }
}
