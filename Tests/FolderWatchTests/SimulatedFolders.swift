@testable import FolderWatch

/// A file system with inotify, in memory and with its rules: one descriptor an inode, events queued before
/// the call returns, IN_IGNORED at a watch's end, a queue that runs over.
struct SimulatedFolders {
    final class Inode {
        let isDirectory: Bool
        var entries: [String: Inode] = [:]
        var version = 0
        var watch: Int32?

        init(isDirectory: Bool) {
            self.isDirectory = isDirectory
        }
    }

    let root = Inode(isDirectory: true)
    /// Not below the root: where things come from and go to.
    let outside = Inode(isDirectory: true)
    private(set) var queue: [UInt8] = []
    private var queued = 0
    private var isOverflown = false
    private var nextWatch: Int32 = 1
    private var nextCookie: UInt32 = 1
    let queueLimit: Int

    init(queueLimit: Int) {
        self.queueLimit = queueLimit
    }

    // MARK: - inotify

    mutating func addWatch(_ inode: Inode) -> Int32 {
        if let watch = inode.watch { return watch }
        defer { nextWatch += 1 }
        inode.watch = nextWatch
        return nextWatch
    }

    /// Looks for the inode as the kernel would, by its descriptor.
    mutating func removeWatch(_ watch: Int32) {
        for top in [root, outside] {
            for inode in Self.subtree(top) where inode.watch == watch {
                inode.watch = nil
                raise(watch, EventMask.watchGone)
            }
        }
    }

    mutating func read() -> [UInt8] {
        defer { (queue, queued, isOverflown) = ([], 0, false) }
        return queue
    }

    private mutating func raise(_ watch: Int32?, _ mask: UInt32, cookie: UInt32 = 0, name: String = "") {
        guard let watch, !isOverflown else { return }
        queued += 1
        if queued > queueLimit {
            isOverflown = true
            queue += encodeEvent(-1, EventMask.overflow)
        } else {
            queue += encodeEvent(watch, mask, cookie: cookie, name: name)
        }
    }

    // MARK: - System calls

    mutating func make(_ name: String, in parent: Inode, isDirectory: Bool) {
        guard parent.entries[name] == nil else { return }
        parent.entries[name] = Inode(isDirectory: isDirectory)
        raise(parent.watch, EventMask.created | (isDirectory ? EventMask.isDirectory : 0), name: name)
    }

    mutating func write(_ name: String, in parent: Inode, isClosed: Bool) {
        guard let file = parent.entries[name], !file.isDirectory else { return }
        file.version += 1
        raise(parent.watch, EventMask.modify, name: name)
        if isClosed { raise(parent.watch, EventMask.closedAfterWriting, name: name) }
    }

    /// `rm -r`.
    mutating func remove(_ name: String, in parent: Inode) {
        guard let inode = parent.entries[name] else { return }
        for child in inode.entries.keys.sorted() { remove(child, in: inode) }
        parent.entries[name] = nil
        raise(parent.watch, EventMask.deleted | (inode.isDirectory ? EventMask.isDirectory : 0), name: name)
        end(inode)
    }

    private mutating func end(_ inode: Inode) {
        raise(inode.watch, EventMask.deletedSelf)
        raise(inode.watch, EventMask.watchGone)
        inode.watch = nil
    }

    mutating func rename(_ from: String, in source: Inode, to name: String, in target: Inode) {
        guard let inode = source.entries[from], !Self.subtree(inode).contains(where: { $0 === target }),
            source !== target || from != name
        else { return }
        let replaced = target.entries[name]
        if let replaced, replaced.isDirectory != inode.isDirectory || !replaced.entries.isEmpty { return }
        source.entries[from] = nil
        target.entries[name] = inode
        raiseMove(inode, from, source, name, target)
        if let replaced { end(replaced) }
    }

    /// renameat2 with RENAME_EXCHANGE.
    mutating func exchange(_ one: String, in first: Inode, with other: String, in second: Inode) {
        guard let a = first.entries[one], let b = second.entries[other], a !== b,
            !Self.subtree(a).contains(where: { $0 === second }),
            !Self.subtree(b).contains(where: { $0 === first })
        else { return }
        first.entries[one] = b
        second.entries[other] = a
        raiseMove(a, one, first, other, second)
        raiseMove(b, other, second, one, first)
    }

    private mutating func raiseMove(
        _ inode: Inode,
        _ from: String,
        _ source: Inode,
        _ name: String,
        _ target: Inode
    ) {
        let kind = inode.isDirectory ? EventMask.isDirectory : 0
        raise(source.watch, EventMask.movedFrom | kind, cookie: nextCookie, name: from)
        raise(target.watch, EventMask.movedTo | kind, cookie: nextCookie, name: name)
        nextCookie += 1
        if inode.isDirectory { raise(inode.watch, EventMask.movedSelf) }
    }

    // MARK: - Looking

    static func subtree(_ top: Inode) -> [Inode] {
        var found = [top]
        var position = 0
        while position < found.count {
            found += found[position].entries.sorted { $0.key < $1.key }.map(\.value).filter(\.isDirectory)
            position += 1
        }
        return found
    }
}
