/// How a file comes into the library. Raw values are the words of the configuration, the protocol and the
/// journals.
public enum ImportAction: String, Hashable, Sendable, CaseIterable {
    /// The file leaves its old place: renamed within a file system, copied, compared and removed across two.
    case move
    /// The file stays, and a second one with the same content is made. File systems that can share content
    /// do.
    case copy
    /// The file gets a second name. Only within a file system.
    case hardlink
    /// The file stays, and a second one shares its content until one of them is written. Only where the file
    /// system can (btrfs, XFS, bcachefs).
    case reflink
}
