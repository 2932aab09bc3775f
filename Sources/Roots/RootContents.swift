import Extraction
import Files
import FolderWatch
import Glibc
import LibraryIndex
import PhotoModel

/// What a sample of the photos that the index has of a root tells of the folder at its place.
package enum RootContents: Equatable, Sendable {
    /// Some of the photos are there.
    case known
    /// None of the photos is there, and others stand at their places.
    case others
    /// None of the photos is there, nor are others; or none was looked for.
    case unknown
    /// The index knows of no photo in the root.
    case nothing

    /// A photo that is not at its place says nothing: it may have been moved. Of those that are looked at some are always old.
    private static let sampleSize: Int64 = 48

    /// - Parameters:
    ///   - filesystem: the one that the root has always been on.
    ///   - isCertain: whether it is known which disk stands there, so that no photo is looked for.
    /// - Throws: `exhausted`, for a photo that cannot be opened for want of descriptors may be there or not.
    init(
        of root: LibraryRoot,
        on filesystem: String?,
        _ index: LibraryIndex,
        isCertain: Bool,
        _ heartbeat: LaneHeartbeat
    ) throws(FolderError) {
        if Self.isVacant(root, filesystem, index) {
            self = .nothing
            return
        }
        guard !isCertain else {
            self = .unknown
            return
        }
        var others = 0
        for (path, asset) in Self.sample(of: root, index) {
            heartbeat.beat()
            switch try Self.holds(path, asset) {
            case true?:
                self = .known
                return
            case false?: others += 1
            case nil: break
            }
        }
        self = others > 0 ? .others : .unknown
    }

    /// Whether nothing is known of a root: the index has no photo of it, and none was where it has always been. Without a snapshot nothing
    /// is told.
    private static func isVacant(_ root: LibraryRoot, _ filesystem: String?, _ index: LibraryIndex) -> Bool {
        let isKnown = try? index.read { reader throws(IndexError) in
            if try reader.hasAssets(inRoot: root.key) { return true }
            guard let filesystem else { return false }
            return try reader.hasDeparted(inRoot: root.library.name, on: filesystem)
        }
        return isKnown == false
    }

    /// Without a snapshot nothing is told.
    private static func sample(of root: LibraryRoot, _ index: LibraryIndex) -> [(FilePath, IndexedAsset)] {
        let found = try? index.read { reader throws(IndexError) in
            var sample: [(FilePath, IndexedAsset)] = []
            for asset in try reader.sample(ofRoot: root.key, count: sampleSize) where asset.fingerprint != nil
            {
                guard let folder = try reader.path(ofDirectory: asset.directory) else { continue }
                sample.append((folder.appending(asset.name), asset))
            }
            return sample
        }
        return found ?? []
    }

    /// Whether an asset's place has its content; `nil` where nothing stands there, or nothing that can be read: a disk that
    /// fails is no other disk.
    private static func holds(_ path: FilePath, _ asset: IndexedAsset) throws(FolderError) -> Bool? {
        let file: OpenFile
        do throws(CallFailure) {
            file = try OpenFile(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        } catch {
            guard !ErrorNumber.isShortage(error.code) else { throw .exhausted(errno: error.code) }
            return nil
        }
        guard let status = try? file.status(), status.isRegularFile else { return nil }
        let size = status.stamp.size
        guard size == asset.stamp.size else { return false }
        guard let head = try? Fingerprinter.look(descriptor: file.descriptor, size: size, named: asset.format)
        else { return nil }
        if head.fingerprint == asset.fingerprint { return true }
        // An index of an earlier build, of which nothing is read anew before it is known that the root is there.
        guard let former = try? Fingerprinter.formerFingerprint(descriptor: file.descriptor, size: size)
        else {
            return nil
        }
        return former == asset.fingerprint
    }
}

extension RootTable {
    /// What is to tell whether a folder is a root's; `unknown` where that is clear.
    package func contents(
        of root: LibraryRoot,
        _ place: RootHome.Place,
        _ index: LibraryIndex,
        _ heartbeat: LaneHeartbeat
    ) throws(FolderError) -> RootContents {
        guard let home = home(of: root.node), home.asksForContents(place) else { return .unknown }
        return try RootContents(of: root, on: home.filesystem, index, isCertain: place.isCertain, heartbeat)
    }
}
