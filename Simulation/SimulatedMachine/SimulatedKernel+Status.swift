import Glibc

/// What is told of files, and what may be changed about them.
extension SimulatedKernel {
    /// What statx(2) tells; times in nanoseconds since 1970.
    public struct Status: Equatable, Sendable {
        public var size: UInt64 = 0
        public var inode: UInt64 = 0
        public var accessTime: Int64 = 0
        public var modificationTime: Int64 = 0
        public var changeTime: Int64 = 0
        /// 0 where the file system keeps none.
        public var birthTime: Int64 = 0
        public var mode = UInt32(S_IFREG)
        public var links: UInt32 = 1
        public var owner: UInt32 = 0
        public var group: UInt32 = 0
        public var device: UInt32 = 0
        public var isMountRoot = false
    }

    public func status(_ at: Int32, _ path: String, follows: Bool) -> Result<Status, Failure> {
        pass()
        if path.isEmpty, description(at) != nil, inode(at) == nil { return .success(Status()) }
        switch find(at, path, follows: follows) {
        case .failure(let failure): return .failure(failure)
        case .success(let place):
            guard let inode = place.inode else { return .failure(Failure(ENOENT)) }
            return .success(status(inode))
        }
    }

    private func status(_ inode: Inode) -> Status {
        var status = Status()
        status.size =
            switch inode.kind {
            case .file: UInt64(inode.data.count)
            case .folder: 4096
            case .link: UInt64(inode.target.utf8.count)
            }
        status.inode = inode.number
        status.accessTime = inode.accessTime
        status.modificationTime = inode.modificationTime
        status.changeTime = inode.changeTime
        status.birthTime = inode.filesystem.kind.hasBirthTimes ? inode.birthTime : 0
        status.mode = inode.type | inode.mode
        status.links = inode.links
        status.owner = inode.owner
        status.group = inode.group
        status.device = inode.filesystem.minor
        status.isMountRoot =
            inode.isFolder && inode.links > 0 && inode.parent?.filesystem !== inode.filesystem
        return status
    }

    /// - Parameter mode: R_OK, W_OK and X_OK, as access(2) has them.
    public func access(_ at: Int32, _ path: String, _ mode: Int32) -> Int {
        pass()
        switch find(at, path, follows: true) {
        case .failure(let failure): return -Int(failure.code)
        case .success(let place):
            guard let inode = place.inode else { return -Int(ENOENT) }
            return mayNot(inode, UInt32(bitPattern: mode) & 7) ? -Int(EACCES) : 0
        }
    }

    // MARK: Changing

    public func setMode(_ at: Int32, _ path: String, _ mode: UInt32) -> Int {
        change(at, path, IN_ATTRIB) { $0.mode = mode & 0o7777 }
    }

    public func setOwner(_ at: Int32, _ path: String, _ user: UInt32, _ group: UInt32) -> Int {
        change(at, path, IN_ATTRIB) { inode in
            if user != .max { inode.owner = user }
            if group != .max { inode.group = group }
        }
    }

    /// - Parameter times: of access and of modification, in nanoseconds; `nil`: unchanged.
    public func setTimes(_ at: Int32, _ path: String, _ access: Int64?, _ modification: Int64?, follows: Bool)
        -> Int
    {
        guard access != nil || modification != nil else { return 0 }
        let event = access != nil && modification != nil ? IN_ATTRIB : access != nil ? IN_ACCESS : IN_MODIFY
        return change(at, path, event, follows: follows) { inode in
            if let access { inode.accessTime = inode.filesystem.time(access) }
            if let modification { inode.modificationTime = inode.filesystem.time(modification) }
        }
    }

    private func change(
        _ at: Int32,
        _ path: String,
        _ event: Int32,
        follows: Bool = true,
        _ body: (Inode) -> Void
    ) -> Int {
        pass()
        switch find(at, path, follows: follows) {
        case .failure(let failure): return -Int(failure.code)
        case .success(let place):
            guard let inode = place.inode else { return -Int(ENOENT) }
            body(inode)
            inode.changeTime = now(inode.filesystem)
            tell(UInt32(event), inode, path.isEmpty ? description(at)?.name : place.name)
            return 0
        }
    }

    // MARK: File systems

    public func filesystem(_ descriptor: Int32, _ path: String?) -> FilesystemKind? {
        pass()
        if let path {
            guard case .success(let place) = find(AT_FDCWD, path, follows: true) else { return nil }
            return place.inode?.filesystem.kind
        }
        return inode(descriptor)?.filesystem.kind ?? FilesystemKind()
    }

    /// Whether nobody has the file open for writing.
    public func lease(_ descriptor: Int32, isTaken: Bool) -> Int {
        guard let inode = inode(descriptor) else { return -Int(EBADF) }
        return isTaken && inode.writers > 0 ? -Int(EAGAIN) : 0
    }
}
