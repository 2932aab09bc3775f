import CShims
import Glibc

/// The access control list of a file: what its mode does not tell of who may do what.
package struct AccessList {
    private static let longest = 64 << 10
    private static let headerLength = 4
    private static let entryLength = 8
    /// ACL_GROUP_OBJ of acl(5).
    private static let owningGroup: UInt16 = 0x04

    package let bytes: [UInt8]

    /// - Parameter bytes: as `system.posix_acl_access` holds them: a header of 4 bytes, then for each entry its tag,
    ///   its permissions and an id of 2, 2 and 4 bytes, little-endian.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// `nil` where the file has none beyond its mode.
    package init?(of file: borrowing OpenFile) throws(CallFailure) {
        var buffer = [UInt8](repeating: 0, count: 256)
        var length = photod_access_list(file.descriptor, &buffer, buffer.count)
        if length == -Int(ERANGE) {
            buffer = [UInt8](repeating: 0, count: Self.longest)
            length = photod_access_list(file.descriptor, &buffer, buffer.count)
        }
        guard length >= 0 else { throw CallFailure(.read, file.path, Int32(clamping: -length)) }
        if length == 0 { return nil }
        bytes = Array(buffer.prefix(length))
    }

    /// What the file's group may do, three bits, before the mask is applied: of a file with a list, its mode has the
    /// mask where others have their group. Nothing, where the list does not say.
    package var groupPermissions: UInt32 {
        var entry = Self.headerLength
        while entry + Self.entryLength <= bytes.count {
            let tag = UInt16(bytes[entry]) | UInt16(bytes[entry + 1]) << 8
            if tag == Self.owningGroup { return UInt32(bytes[entry + 2]) & 0o7 }
            entry += Self.entryLength
        }
        return 0
    }
}
