import CXXHash
import Files
import Glibc
import PhotoModel
import SidecarText

/// A sidecar on the disk, or where one is missing.
struct SidecarPlace: Sendable {
    let folder: Folder
    let name: FileName
    /// Whose mode and owner a new one gets.
    let photo: FileName?
    /// As it was when it was read; `nil` where there was none.
    let found: Found?

    struct Found: Sendable {
        let stamp: FileStamp
        let bytes: [UInt8]
    }

    init(_ name: FileName, in folder: Folder, photo: FileName?) throws(SidecarFailure) {
        self.folder = folder
        self.name = name
        self.photo = photo
        found = try Self.look(name, folder)
    }

    private static func look(_ name: FileName, _ folder: Folder) throws(SidecarFailure) -> Found? {
        let path = folder.file(name)
        let status = try SidecarFailure.calling { () throws(CallFailure) in try folder.status(of: name) }
        guard let status else { return nil }
        guard status.isRegularFile else { throw .notAFile(path) }
        guard status.linkCount <= 1 else { throw .linked(path, names: status.linkCount) }
        guard status.size <= UInt64(SidecarText.sizeLimit) else { throw .refused(path, .tooLarge) }
        let file = try SidecarFailure.calling { () throws(CallFailure) in try folder.open(name) }
        let (before, bytes, after) = try SidecarFailure.calling { () throws(CallFailure) in
            let before = try file.status().stamp
            let bytes = try file.read(limit: SidecarText.sizeLimit + 1, expecting: Int(before.size) + 1)
            return (before, bytes, try file.status().stamp)
        }
        guard before == after, bytes.count == Int(before.size) else { throw .changed(path) }
        return Found(stamp: before, bytes: bytes)
    }

    var path: FilePath { folder.file(name) }

    /// Whether nobody has touched it since.
    func isAsFound() throws(CallFailure) -> Bool {
        let now = try folder.status(of: name)
        return now?.stamp == found?.stamp
    }
}

extension Fingerprint {
    /// XXH3-128 of bytes.
    init(hashing bytes: [UInt8]) {
        let digest = bytes.withUnsafeBytes { XXH3_128bits($0.baseAddress, $0.count) }
        self.init(high: digest.high64, low: digest.low64)
    }
}
