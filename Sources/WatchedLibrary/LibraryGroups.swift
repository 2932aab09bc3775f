import Identities
import IdentityStore

/// What groups are called where they are folders.
extension LibraryRun {
    /// The folder names of groups, `nil` of Other, in the same order. Names given for the first time are kept within
    /// seconds; before anything is put into such a folder, `keepGroupFolders`.
    ///
    /// - Parameter isKept: otherwise it is only said what they would be called.
    package func folders(ofGroups groups: some Sequence<String?>, keeping isKept: Bool = true) -> [String] {
        let (names, isNew) = groupFolders.folders(of: groups, keeping: isKept)
        if isNew { keeper.schedule() }
        return names
    }

    package func folder(ofGroup group: String?) -> String { folders(ofGroups: [group]).first ?? "" }

    /// Keeps the names that were given until now: when this returns they are on the disk.
    package func keepGroupFolders() throws(IdentityStoreError) { try groupFolders.save() }
}
