import PhotoModel

/// Folders that hold no photos and must not be walked.
public enum SystemFolder {
    /// Whether a path is `/` or lies in what the kernel makes up. `/dev/shm` is ordinary memory-backed storage.
    public static func holds(_ path: FilePath) -> Bool {
        if path.bytes == [UInt8(ascii: "/")] { return true }
        if path.isInside(FilePath("/dev/shm")) { return false }
        return ["/proc", "/sys", "/dev"].contains { path.isInside(FilePath($0)) }
    }
}
