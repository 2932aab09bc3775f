import Files
import PhotoModel

/// The watches as the kernel has them, by descriptor: the inode each is on.
///
/// From `/proc/self/fdinfo/N`, one line a watch: `inotify wd:3 ino:9e7e sdev:800013 mask:800afce …`, numbers in
/// hexadecimal (proc_pid_fdinfo(5)). It is what an audit holds the tree of folders against; nothing else reads it.
public struct KernelWatches: Sendable, Equatable {
    private var inodes: [Int32: UInt64] = [:]

    public init(parsing text: some Sequence<UInt8>) {
        for line in Array(text).split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " "))
            guard fields.first?.elementsEqual("inotify".utf8) ?? false,
                let descriptor = Self.number(of: "wd:", in: fields),
                let inode = Self.number(of: "ino:", in: fields)
            else { continue }
            inodes[Int32(truncatingIfNeeded: descriptor)] = inode
        }
    }

    public func inode(of descriptor: Int32) -> UInt64? { inodes[descriptor] }
    public var count: Int { inodes.count }

    private static func number(of key: String, in fields: [ArraySlice<UInt8>]) -> UInt64? {
        for field in fields where field.starts(with: key.utf8) {
            return UInt64(String(decoding: field.dropFirst(key.utf8.count), as: UTF8.self), radix: 16)
        }
        return nil
    }
}

extension InotifyDescriptor {
    /// `nil` where /proc does not tell.
    func kernelWatches() -> KernelWatches? {
        guard let text = try? OpenFile.content(of: FilePath("/proc/self/fdinfo/\(raw)")) else { return nil }
        return KernelWatches(parsing: text)
    }
}

extension FolderWatcher {
    /// The watches as the kernel has them now; `nil` where /proc does not tell.
    public func kernelWatches() -> KernelWatches? { inotify.kernelWatches() }

    /// Whether a change in a directory would be noticed: it is polled, or the kernel has a watch on its inode.
    ///
    /// - Parameter inode: the directory's, as it is on the disk.
    public func notices(_ path: FilePath, inode: UInt64, by kernel: KernelWatches) -> Bool {
        guard let node = node(at: path) else { return false }
        return locked { shared in
            let tree = shared.watch.tree
            if tree.unwatched.contains(node) { return true }
            guard let descriptor = tree.descriptor(of: node) else { return false }
            return kernel.inode(of: descriptor) == inode
        }
    }
}
