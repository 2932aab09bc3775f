import Glibc

/// Which file a path leads to, links followed: two names of one file have the same.
struct FileNumber: Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// `nil` where nothing is there.
    init?(_ path: [UInt8]) {
        var status = stat()
        guard stat(path.map { CChar(bitPattern: $0) } + [0], &status) == 0 else { return nil }
        (device, inode) = (status.st_dev, status.st_ino)
    }
}
