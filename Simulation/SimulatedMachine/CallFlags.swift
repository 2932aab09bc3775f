/// Flags of open(2) that Swift's import of the C library leaves out, as linux/fcntl.h has them.
public enum OpenFlag {
    public static let path: Int32 = 0o10_000_000
    /// `O_TMPFILE`, which has `O_DIRECTORY` in it.
    public static let unnamed: Int32 = 0o20_200_000
}

/// Flags of renameat2(2).
public enum RenameFlag {
    public static let noReplace: UInt32 = 1
    public static let exchange: UInt32 = 2
}
