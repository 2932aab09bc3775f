import Glibc

/// A place that a path leads to.
struct Place {
    /// `nil` for a root.
    let folder: Inode?
    let text: String
    /// `nil` where nothing is called so, and for roots and what has no name.
    var name: Inode.Name?
    let inode: Inode?
}

extension SimulatedKernel {
    /// Walks a path.
    ///
    /// - Parameter follows: whether the last component may be a symbolic link that leads elsewhere.
    func find(_ at: Int32, _ path: String, follows: Bool) -> Result<Place, Failure> {
        var links = 0
        return find(at, path, follows, &links)
    }

    public struct Failure: Error {
        public let code: Int32
        init(_ code: Int32) { self.code = code }
    }

    private func find(_ at: Int32, _ path: String, _ follows: Bool, _ links: inout Int) -> Result<
        Place, Failure
    > {
        guard path.utf8.count < 4096 else { return .failure(Failure(ENAMETOOLONG)) }
        let slash = UInt8(ascii: "/")
        let isAbsolute = path.utf8.first == slash
        if isAbsolute, path.hasPrefix("/proc/self/fd/") {
            guard let number = Int32(path.dropFirst(14)), let inode = inode(number) else {
                return .failure(Failure(ENOENT))
            }
            return .success(Place(folder: nil, text: "", inode: inode))
        }
        if isAbsolute { return find(from: root, path, follows, &links) }
        guard let start = inode(at) else { return .failure(Failure(EBADF)) }
        if path.isEmpty { return .success(Place(folder: nil, text: "", inode: start)) }
        guard start.isFolder else { return .failure(Failure(ENOTDIR)) }
        return find(from: start, path, follows, &links)
    }

    private func find(from start: Inode, _ path: String, _ follows: Bool, _ links: inout Int) -> Result<
        Place, Failure
    > {
        let slash = UInt8(ascii: "/")
        var current = start
        // By bytes: characters have to be looked for.
        let parts = path.utf8.split(separator: slash).map { String(Substring($0)) }
        guard !parts.isEmpty else { return .success(Place(folder: nil, text: "", inode: current)) }
        var place = Place(folder: nil, text: "", inode: current)
        for (number, name) in parts.enumerated() {
            guard current.isFolder else { return .failure(Failure(ENOTDIR)) }
            if mayNot(current, 1) { return .failure(Failure(EACCES)) }
            guard name.utf8.count <= 255 else { return .failure(Failure(ENAMETOOLONG)) }
            let isLast = number == parts.count - 1
            if name == "." { continue }
            if name == ".." {
                current = current.parent ?? current
                place = Place(folder: nil, text: "", inode: current)
                continue
            }
            guard let found = current.name(name) else {
                guard isLast else { return .failure(Failure(ENOENT)) }
                return .success(Place(folder: current, text: name, inode: nil))
            }
            var inode = found.inode
            var reached = Place(folder: current, text: name, name: found, inode: inode)
            if inode.kind == .link, !isLast || follows {
                links += 1
                guard links <= 40 else { return .failure(Failure(ELOOP)) }
                let next = find(
                    from: inode.target.hasPrefix("/") ? root : current,
                    inode.target,
                    true,
                    &links
                )
                guard case .success(let led) = next else { return next }
                guard let target = led.inode else {
                    if isLast { return .success(led) }
                    return .failure(Failure(ENOENT))
                }
                (inode, reached) = (target, led)
            }
            while let mounted = inode.mounted {
                inode = mounted
                reached = Place(folder: nil, text: "", inode: mounted)
            }
            place = reached
            current = inode
        }
        if path.utf8.last == slash, let inode = place.inode, !inode.isFolder {
            return .failure(Failure(ENOTDIR))
        }
        return .success(place)
    }

    /// By the names that lead to a folder.
    func pathOf(_ folder: Inode) -> String {
        guard let parent = folder.parent, folder !== root else { return "" }
        let name = parent.names.first { $0.inode === folder || hides($0.inode, folder) }?.text ?? "?"
        return pathOf(parent) + "/" + name
    }

    /// Whether a folder stands for another in its place: what is mounted there, or on that.
    private func hides(_ folder: Inode, _ other: Inode) -> Bool {
        var mounted = folder.mounted
        while let top = mounted {
            if top === other { return true }
            mounted = top.mounted
        }
        return false
    }

    /// The path without links.
    public func realPath(_ path: String) -> Result<String, Failure> {
        switch find(AT_FDCWD, path, follows: true) {
        case .failure(let failure): return .failure(failure)
        case .success(let place):
            guard let inode = place.inode else { return .failure(Failure(ENOENT)) }
            if inode.isFolder { return .success(inode === root ? "/" : pathOf(inode)) }
            guard let folder = place.folder else { return .failure(Failure(ENOENT)) }
            return .success(pathOf(folder) + "/" + place.text)
        }
    }
}
