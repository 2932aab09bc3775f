import LibraryIndex
import PhotoModel
import Synchronization

/// Directories' absolute paths, remembered: a page names few directories and asks for each many times.
final class FolderPaths: Sendable {
    final class Folder: Sendable {
        /// With a `/` at its end.
        let path: [UInt8]
        /// `file://` and the percent-encoded path, with a `/` at its end.
        let uri: [UInt8]
        let isText: Bool

        init(path: [UInt8], uri: [UInt8]) {
            self.path = path
            self.uri = uri
            isText = String(validating: path, as: UTF8.self) != nil
        }
    }

    private struct State {
        var folders: [Int64: Folder] = [:]
        var size = 0
        var version: UInt64 = 0
    }

    private static let byteLimit = 512 << 10
    private let state = Mutex(State())

    /// A directory has been renamed or removed.
    func forget() {
        state.withLock { state in
            state.folders = [:]
            state.size = 0
            state.version += 1
        }
    }

    /// The paths as they may be used and added to by one who reads a snapshot that is taken after this call.
    func view() -> View {
        View(paths: self, version: state.withLock { $0.version })
    }

    struct View: Sendable {
        fileprivate let paths: FolderPaths
        fileprivate let version: UInt64

        func folder(_ key: Int64, _ reader: IndexReader) throws(IndexError) -> Folder {
            if let known = paths.state.withLock({ $0.folders[key] }) { return known }
            let path = (try reader.path(ofDirectory: key)?.bytes ?? []) + [UInt8(ascii: "/")]
            var uri = Array("file://".utf8)
            PercentEncoding.append(path, to: &uri)
            let folder = Folder(path: path, uri: uri)
            paths.remember(folder, key, version)
            return folder
        }
    }

    private func remember(_ folder: Folder, _ key: Int64, _ version: UInt64) {
        state.withLock { state in
            // What was read before a rename must not be remembered after it.
            guard state.version == version else { return }
            if state.size > Self.byteLimit {
                state.folders = [:]
                state.size = 0
            }
            state.folders[key] = folder
            state.size += folder.path.count + folder.uri.count + 128
        }
    }
}
