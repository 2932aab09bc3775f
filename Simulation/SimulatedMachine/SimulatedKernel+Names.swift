import Glibc

/// Names: made, taken away, moved.
extension SimulatedKernel {
    public func makeFolder(_ at: Int32, _ path: String, _ mode: UInt32) -> Int {
        pass()
        switch find(at, path, follows: false) {
        case .failure(let failure): return -Int(failure.code)
        case .success(let place):
            guard place.inode == nil else { return -Int(EEXIST) }
            guard let folder = place.folder, folder.links > 0 else { return -Int(ENOENT) }
            if mayNot(folder, 2) { return -Int(EACCES) }
            let inode = make(.folder, mode, in: folder)
            name(inode, place.text, in: folder)
            tell(Int(IN_CREATE), place.text, of: inode, in: folder)
            return 0
        }
    }

    public func makeLink(_ target: String, _ at: Int32, _ path: String) -> Int {
        pass()
        switch find(at, path, follows: false) {
        case .failure(let failure): return -Int(failure.code)
        case .success(let place):
            guard place.inode == nil else { return -Int(EEXIST) }
            guard let folder = place.folder, folder.links > 0 else { return -Int(ENOENT) }
            if mayNot(folder, 2) { return -Int(EACCES) }
            let inode = make(.link, 0o777, in: folder)
            inode.target = target
            name(inode, place.text, in: folder)
            tell(Int(IN_CREATE), place.text, of: inode, in: folder)
            return 0
        }
    }

    public func readLink(_ at: Int32, _ path: String) -> Result<String, Failure> {
        switch find(at, path, follows: false) {
        case .failure(let failure): .failure(failure)
        case .success(let place):
            if path.hasPrefix("/proc/self/fd/") {
                if let inode = place.inode, inode.isFolder {
                    .success(pathOf(inode))
                } else {
                    .failure(Failure(ENOENT))
                }
            } else if let inode = place.inode {
                inode.kind == .link ? .success(inode.target) : .failure(Failure(EINVAL))
            } else {
                .failure(Failure(ENOENT))
            }
        }
    }

    public func link(_ from: Int32, _ old: String, _ to: Int32, _ new: String, _ flags: Int32) -> Int {
        pass()
        let isFollowing = flags & AT_SYMLINK_FOLLOW != 0
        let found = find(from, old, follows: isFollowing)
        guard case .success(let source) = found else { return code(found) }
        guard let inode = source.inode else { return -Int(ENOENT) }
        switch find(to, new, follows: false) {
        case .failure(let failure): return -Int(failure.code)
        case .success(let place):
            guard place.inode == nil else { return -Int(EEXIST) }
            guard !inode.isFolder else { return -Int(EPERM) }
            guard let folder = place.folder, folder.links > 0 else { return -Int(ENOENT) }
            guard folder.filesystem === inode.filesystem else { return -Int(EXDEV) }
            if mayNot(folder, 2) { return -Int(EACCES) }
            inode.links += 1
            inode.changeTime = now(inode.filesystem)
            name(inode, place.text, in: folder)
            tellSelf(Int(IN_ATTRIB), inode)
            tell(Int(IN_CREATE), place.text, of: inode, in: folder)
            return 0
        }
    }

    public func unlink(_ at: Int32, _ path: String, _ flags: Int32) -> Int {
        pass()
        switch find(at, path, follows: false) {
        case .failure(let failure): return -Int(failure.code)
        case .success(let place):
            guard let inode = place.inode else { return -Int(ENOENT) }
            guard let folder = place.folder, let name = place.name else {
                return -Int(flags & AT_REMOVEDIR != 0 ? EBUSY : EISDIR)
            }
            if mayNot(folder, 2) { return -Int(EACCES) }
            if flags & AT_REMOVEDIR != 0 {
                guard inode.isFolder else { return -Int(ENOTDIR) }
                guard inode.names.isEmpty else { return -Int(ENOTEMPTY) }
            } else if inode.isFolder {
                return -Int(EISDIR)
            }
            take(name, from: folder)
            if !inode.isFolder { tellSelf(Int(IN_ATTRIB), inode) }
            // What nothing holds is gone before its folder hears of the name.
            forgetIfGone(name)
            tell(Int(IN_DELETE), place.text, of: inode, in: folder)
            giveBackIfGone(inode)
            return 0
        }
    }

    /// Takes a name away, of which nobody is told yet.
    private func take(_ name: Inode.Name, from folder: Inode) {
        let inode = name.inode
        folder.take(name)
        let time = now(folder.filesystem)
        folder.touch(time)
        inode.changeTime = time
        if inode.isFolder {
            folder.links -= 1
            inode.links = 0
            inode.parent = nil
        } else {
            inode.links -= 1
        }
    }

    // MARK: Renaming

    public func rename(_ from: Int32, _ old: String, _ to: Int32, _ new: String, _ flags: UInt32) -> Int {
        pass()
        let (first, second) = (find(from, old, follows: false), find(to, new, follows: false))
        guard case .success(let source) = first else { return code(first) }
        guard case .success(let target) = second else { return code(second) }
        guard let inode = source.inode else { return -Int(ENOENT) }
        guard let oldFolder = source.folder, let name = source.name, let newFolder = target.folder else {
            return -Int(EBUSY)
        }
        guard oldFolder.filesystem === newFolder.filesystem else { return -Int(EXDEV) }
        guard newFolder.links > 0 else { return -Int(ENOENT) }
        let isExchange = flags & RenameFlag.exchange != 0
        if isExchange, target.inode == nil { return -Int(ENOENT) }
        if flags & RenameFlag.noReplace != 0, target.inode != nil { return -Int(EEXIST) }
        if contains(inode, newFolder) { return -Int(EINVAL) }
        if let other = target.inode, contains(other, oldFolder) {
            return -Int(isExchange ? EINVAL : ENOTEMPTY)
        }
        if target.inode === inode { return 0 }
        if mayNotMove(source, target, isExchange) { return -Int(EACCES) }
        if isExchange { return exchange(source, target) }
        if let other = target.inode {
            if inode.isFolder, !other.isFolder { return -Int(ENOTDIR) }
            if !inode.isFolder, other.isFolder { return -Int(EISDIR) }
            if other.isFolder, !other.names.isEmpty { return -Int(ENOTEMPTY) }
        }
        let time = now(inode.filesystem)
        if let other = target.name { take(other, from: newFolder) }
        oldFolder.take(name)
        if inode.isFolder { oldFolder.links -= 1 }
        oldFolder.touch(time)
        name.text = target.text
        put(name, in: newFolder)
        inode.changeTime = time
        tellMove(inode, source.text, oldFolder, target.text, newFolder, replacing: target.inode)
        if let other = target.name {
            forgetIfGone(other)
            giveBackIfGone(other.inode)
        }
        return 0
    }

    /// A folder that comes into another one is written to: it has another one above it.
    private func mayNotMove(_ source: Place, _ target: Place, _ isExchange: Bool) -> Bool {
        let moved = [source.inode, isExchange ? target.inode : nil].compactMap { $0 }.filter(\.isFolder)
        let written = [source.folder, target.folder].compactMap { $0 }
        return (written + (source.folder === target.folder ? [] : moved)).contains { mayNot($0, 2) }
    }

    private func code(_ result: Result<Place, Failure>) -> Int {
        guard case .failure(let failure) = result else { return 0 }
        return -Int(failure.code)
    }

    private func exchange(_ one: Place, _ other: Place) -> Int {
        guard let first = one.name, let second = other.name, let folder = one.folder,
            let otherFolder = other.folder
        else { return -Int(ENOENT) }
        let time = now(first.inode.filesystem)
        for (name, folder) in [(first, folder), (second, otherFolder)] {
            folder.take(name)
            if name.inode.isFolder { folder.links -= 1 }
            name.inode.changeTime = time
        }
        (first.text, second.text) = (other.text, one.text)
        put(second, in: folder)
        put(first, in: otherFolder)
        tellMove(first.inode, one.text, folder, other.text, otherFolder, replacing: nil)
        tellMove(second.inode, other.text, otherFolder, one.text, folder, replacing: nil)
        return 0
    }

    private func tellMove(
        _ inode: Inode,
        _ old: String,
        _ from: Inode,
        _ new: String,
        _ to: Inode,
        replacing other: Inode?
    ) {
        lastCookie += 1
        tell(Int(IN_MOVED_FROM), old, of: inode, in: from, cookie: lastCookie)
        tell(Int(IN_MOVED_TO), new, of: inode, in: to, cookie: lastCookie)
        if let other { tellSelf(Int(IN_ATTRIB), other) }
        tellSelf(Int(IN_MOVE_SELF), inode)
    }

    /// Whether a folder is `inode` or below it.
    private func contains(_ inode: Inode, _ folder: Inode) -> Bool {
        var above: Inode? = folder
        while let one = above {
            if one === inode { return true }
            above = one.parent
        }
        return false
    }
}
