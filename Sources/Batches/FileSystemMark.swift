import CShims
import Files
import Glibc
import PhotoModel

/// Which file system a folder is on, across unmounting and starting.
package struct FileSystemMark: Hashable {
    /// As `Folder.fileSystem` tells it.
    package let identifier: String
    /// Where it is mounted, without symbolic links; `nil` in journals that know only the other.
    package let mount: FilePath?

    package init(identifier: String, mount: FilePath?) {
        self.identifier = identifier
        self.mount = mount
    }

    package init(of folder: Folder) throws(CallFailure) {
        identifier = try folder.fileSystem()
        mount = MountPoint.of(folder)
    }

    /// Whether a folder is on this file system.
    ///
    /// A UUID decides. What the kernel tells instead of one may be the number of the device, which is another each time
    /// a card is put in, or nothing, as FUSE does: there it counts where something is mounted.
    package func isStill(of folder: Folder) throws(CallFailure) -> Bool {
        isOne(with: try folder.fileSystem(), mountedAt: { MountPoint.of(folder) })
    }

    /// Whether an identifier is this file system's, or may be, where it is mounted at the same place.
    func isOne(with now: String, mountedAt place: () -> FilePath?) -> Bool {
        if now == identifier, now != Folder.nothing { return true }
        let isGuess = { (text: String) in text.hasPrefix(Folder.guessPrefix) }
        guard isGuess(now) || isGuess(identifier) else { return false }
        guard let mount else { return true }
        return place() == mount
    }
}

extension Folder {
    fileprivate static let guessPrefix = "id-"
    /// What is said of file systems that the kernel tells nothing of.
    fileprivate static let nothing = guessPrefix + "0"

    /// What tells file systems apart across mounting and starting: the UUID where the kernel tells it.
    package func fileSystem() throws(CallFailure) -> String {
        var uuid = [UInt8](repeating: 0, count: 16)
        var length: Int32 = 0
        // Made without one, a file system says zeros, as all such do.
        if photod_filesystem_uuid(descriptor, &uuid, &length) == 0, uuid.contains(where: { $0 != 0 }) {
            return uuid.prefix(Int(length)).map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            .joined()
        }
        var identifier: UInt64 = 0
        var type: Int64 = 0
        guard photod_filesystem_id(descriptor, &identifier, &type) == 0 else {
            throw CallFailure(.look, path, errno)
        }
        return Self.guessPrefix + String(identifier, radix: 16)
    }
}
