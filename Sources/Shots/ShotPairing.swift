import CaptureRules
import PhotoModel

/// Whether files that have not changed still belong together in the index as they do by the rules.
///
/// They may not: a RAW file stands by itself beside two stills, and joins the one that is left when the other is found
/// elsewhere. Nothing happened to the two that remain, so their stamps tell nothing.
package struct ShotPairing {
    /// What a file is in the index.
    package struct Owner: Hashable, Sendable {
        /// The asset's number.
        package let asset: Int64
        package let isPrimary: Bool

        package init(asset: Int64, isPrimary: Bool) {
            self.asset = asset
            self.isPrimary = isPrimary
        }
    }

    package struct Member {
        let file: ShotFile
        let owner: Owner?

        package init(name: FileName, format: FileFormat, owner: Owner?) {
            self.owner = owner
            // Whether a video belongs to a still was told by their contents, which have not changed.
            let joinsStill = format.kind == .video && owner.map { !$0.isPrimary } ?? false
            file = ShotFile(name: name, format: format, joinsStill: joinsStill)
        }
    }

    /// - Parameter members: all files of one stem, in the order of names.
    package static func isAsIndexed(_ members: [Member]) -> Bool {
        var rest = members.count { $0.owner != nil }
        for shot in Companions.shots(in: members.map(\.file)) {
            guard let owner = members[shot.primary].owner, owner.isPrimary,
                shot.companions.allSatisfy({
                    members[$0].owner == Owner(asset: owner.asset, isPrimary: false)
                })
            else { return false }
            rest -= 1 + shot.companions.count
        }
        // Whatever is left belongs to no shot any more.
        return rest == 0
    }
}
