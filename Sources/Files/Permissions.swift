/// What a file may be used for at its new place: never more than at its old one, by nobody.
///
/// Set-user-id, set-group-id and the sticky bit mean nothing on a photo, and a copy of a stranger's program with the
/// first would run as whoever imported it. So they never come along, on no road.
package enum Permissions {
    private static let special: UInt32 = 0o7000

    package static func areSpecial(_ mode: UInt32) -> Bool { mode & special != 0 }

    /// The mode of a file that has lost its access control list, or leaves it behind: its group gets what the list gave
    /// it and not what the mask allows others.
    package static func mode(_ mode: UInt32, without list: AccessList?) -> UInt32 {
        guard let list else { return mode & ~special }
        return mode & ~special & ~0o070 | (mode >> 3 & list.groupPermissions) << 3
    }

    /// The mode of a file that has another group than it had: members of the one and the other may do what both might.
    package static func modeInAnotherGroup(_ mode: UInt32) -> UInt32 {
        let common = mode >> 3 & mode & 0o7
        return mode & ~special & ~0o077 | common << 3 | common
    }
}
