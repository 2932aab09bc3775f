import CaptureRules
import Glibc
import IdentityStore
import Logging
import PhotoModel
import Synchronization

/// The folder names of groups, given when they are first asked for and kept for good.
package final class GroupFolderTable: Sendable {
    private struct State {
        var folders: GroupFolders
        /// How many names the file has.
        var saved: Int
    }

    private let file: GroupFolderFile
    private let state: Mutex<State>
    /// One at a time writes the file.
    private let writing = Mutex(())

    /// - Throws: where `STATE/folders.json` cannot be read: named anew, folders would be called otherwise.
    package init(directory: FilePath, logger: Logger) throws(IdentityStoreError) {
        file = try GroupFolderFile(directory: directory)
        let document = try file.load(at: Int64(time(nil)))
        let folders = GroupFolders(remembered: document.folders)
        for problem in document.problems { logger.error("\(problem)") }
        for refused in folders.refused { logger.warning("folders.json: \(refused)") }
        state = Mutex(State(folders: folders, saved: folders.remembered.count))
    }

    /// The folders of groups, `nil` of Other, in the same order.
    ///
    /// - Parameter isKept: otherwise it is only said what they would be called.
    /// - Returns: the names, and whether a name was given that `save` has yet to keep.
    package func folders(
        of groups: some Sequence<String?>,
        keeping isKept: Bool = true
    ) -> (names: [String], isNew: Bool) {
        state.withLock { state in
            guard isKept else {
                var folders = state.folders
                return (groups.map { folders.folder(of: $0) }, false)
            }
            let names = groups.map { state.folders.folder(of: $0) }
            return (names, state.folders.remembered.count != state.saved)
        }
    }

    /// Keeps the names that were given until now: when this returns they are on the disk.
    package func save() throws(IdentityStoreError) {
        let result = writing.withLock { _ in
            Result { () throws(IdentityStoreError) in
                let remembered = state.withLock { state in
                    state.folders.remembered.count == state.saved ? nil : state.folders.remembered
                }
                guard let remembered else { return }
                try file.save(remembered)
                state.withLock { $0.saved = remembered.count }
            }
        }
        try result.get()
    }
}
