import CShims
import Glibc

/// The access control list of a file: what its mode does not tell of who may do what.
package struct AccessList: Hashable {
    private static let longest = 64 << 10
    private static let headerLength = 4
    private static let entryLength = 8
    /// ACL_USER, ACL_GROUP_OBJ and ACL_GROUP of acl(5).
    private static let user: UInt8 = 0x02, owningGroup: UInt8 = 0x04, group: UInt8 = 0x08

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
        entries.first { $0[0] == Self.owningGroup }.map { UInt32($0[2]) & 0o7 } ?? 0
    }

    /// The entries that a mode does not tell: what the file's group may do, and each user and group that is named.
    var grants: [[UInt8]] { entries.filter { [Self.user, Self.owningGroup, Self.group].contains($0[0]) } }

    /// Whether it lets in anybody whom the mode does not.
    var namesSomebody: Bool { entries.contains { [Self.user, Self.group].contains($0[0]) } }

    /// Whether it names users or groups that are not known in this user namespace: the kernel tells one id for all of them.
    var namesUnknown: Bool {
        entries.contains { entry in
            [Self.user, Self.group].contains(entry[0]) && entry.suffix(4).allSatisfy { $0 == 0xFF }
        }
    }

    /// Each of `entryLength` bytes. No tag takes its second.
    private var entries: [[UInt8]] {
        stride(from: Self.headerLength, through: bytes.count - Self.entryLength, by: Self.entryLength)
            .map { Array(bytes[$0..<$0 + Self.entryLength]) }
    }
}
