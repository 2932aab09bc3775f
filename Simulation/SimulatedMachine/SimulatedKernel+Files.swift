import Glibc

/// Opening, reading, writing.
extension SimulatedKernel {
    public func open(_ at: Int32, _ path: String, _ flags: Int32, _ mode: UInt32) -> Int {
        pass()
        if path.hasPrefix("/proc/self/mountinfo") {
            return Int(add(Description(.mounts(Description.MountWitness(mountChanges)), flags: flags)))
        }
        let isMade = flags & O_CREAT != 0 && flags & O_EXCL != 0
        switch find(at, path, follows: flags & O_NOFOLLOW == 0 && !isMade) {
        case .failure(let failure): return -Int(failure.code)
        case .success(let place):
            if flags & OpenFlag.unnamed == OpenFlag.unnamed { return openUnnamed(place, flags, mode) }
            guard let inode = place.inode else { return create(place, flags, mode) }
            if isMade { return -Int(EEXIST) }
            return open(inode, place, flags)
        }
    }

    private func open(_ inode: Inode, _ place: Place, _ flags: Int32) -> Int {
        if inode.kind == .link, flags & OpenFlag.path == 0 { return -Int(ELOOP) }
        if flags & O_DIRECTORY != 0, !inode.isFolder { return -Int(ENOTDIR) }
        let description = Description(.inode(inode), flags: flags, name: place.name)
        if inode.isFolder, description.writes || flags & O_CREAT != 0 { return -Int(EISDIR) }
        let isRead = flags & O_ACCMODE != O_WRONLY
        if flags & OpenFlag.path == 0, mayNot(inode, (isRead ? 4 : 0) | (description.writes ? 2 : 0)) {
            return -Int(EACCES)
        }
        let descriptor = opened(inode, description)
        if flags & O_TRUNC != 0, inode.kind == .file {
            inode.noteChange()
            inode.data = []
            inode.touch(now(inode.filesystem))
            tell(UInt32(IN_MODIFY), inode, place.name)
        }
        return descriptor
    }

    private func opened(_ inode: Inode, _ description: Description) -> Int {
        inode.opened += 1
        description.name?.hold()
        if description.writes { inode.writers += 1 }
        let descriptor = add(description)
        if description.flags & OpenFlag.path == 0 { tell(UInt32(IN_OPEN), inode, description.name) }
        return Int(descriptor)
    }

    private func create(_ place: Place, _ flags: Int32, _ mode: UInt32) -> Int {
        guard flags & O_CREAT != 0 else { return -Int(ENOENT) }
        guard let folder = place.folder, folder.links > 0 else { return -Int(ENOENT) }
        guard flags & O_DIRECTORY == 0 else { return -Int(EINVAL) }
        if mayNot(folder, 2) { return -Int(EACCES) }
        let inode = make(.file, mode, in: folder)
        let name = name(inode, place.text, in: folder)
        tell(Int(IN_CREATE), place.text, of: inode, in: folder)
        return opened(inode, Description(.inode(inode), flags: flags, name: name))
    }

    private func openUnnamed(_ place: Place, _ flags: Int32, _ mode: UInt32) -> Int {
        guard let folder = place.inode, folder.isFolder else { return -Int(ENOTDIR) }
        if mayNot(folder, 3) { return -Int(EACCES) }
        let inode = make(.file, mode, in: folder)
        inode.links = 0
        return opened(inode, Description(.inode(inode), flags: flags))
    }

    func make(_ kind: Inode.Kind, _ mode: UInt32, in folder: Inode) -> Inode {
        let filesystem = folder.filesystem
        let inode = Inode(
            number: filesystem.takeNumber(),
            kind: kind,
            mode: mode & 0o7777 & ~0o022,
            on: filesystem,
            at: now(filesystem)
        )
        inode.forgets = folder.forgets
        return inode
    }

    /// Gives an inode a name, of which nobody is told yet.
    @discardableResult
    func name(_ inode: Inode, _ text: String, in folder: Inode) -> Inode.Name {
        let name = Inode.Name(text, inode, in: folder)
        put(name, in: folder)
        return name
    }

    func put(_ name: Inode.Name, in folder: Inode) {
        folder.add(name)
        folder.touch(now(folder.filesystem))
        if name.inode.isFolder { folder.links += 1 }
    }

    // MARK: Reading

    public func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        pass()
        guard let description = description(descriptor) else { return -Int(EBADF) }
        switch description.object {
        case .inode(let inode):
            let count = copy(inode.data, from: description.offset, to: buffer)
            description.offset += Int64(max(0, count))
            return inode.isFolder ? -Int(EISDIR) : count
        case .text(let bytes):
            let count = copy(bytes, from: description.offset, to: buffer)
            description.offset += Int64(count)
            return count
        case .mounts:
            let count = copy(Array(mountTable.utf8), from: description.offset, to: buffer)
            description.offset += Int64(count)
            return count
        case .inotify(let inotify): return inotify.read(into: buffer)
        case .event(let counter): return take(counter, buffer)
        case .timer(let timer): return take(timer, buffer)
        case .pipe(let pipe, true): return take(pipe, buffer)
        case .socket, .pipe, .process: return -Int(EINVAL)
        }
    }

    public func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        pass()
        guard let inode = inode(descriptor) else {
            return -Int(description(descriptor) == nil ? EBADF : ESPIPE)
        }
        return inode.isFolder ? -Int(EISDIR) : copy(inode.data, from: offset, to: buffer)
    }

    private func copy(_ bytes: [UInt8], from offset: Int64, to buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard offset >= 0, offset < bytes.count else { return offset < 0 ? -Int(EINVAL) : 0 }
        let part = bytes[Int(offset)...].prefix(buffer.count)
        part.withUnsafeBytes { buffer.copyMemory(from: $0) }
        return part.count
    }

    // MARK: Writing

    public func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        pass()
        guard let description = description(descriptor) else { return -Int(EBADF) }
        switch description.object {
        case .inode(let inode):
            if description.flags & O_APPEND != 0 { description.offset = Int64(inode.data.count) }
            let count = put(bytes, into: inode, description, at: description.offset)
            if count > 0 { description.offset += Int64(count) }
            return count
        case .event(let counter):
            guard bytes.count >= 8 else { return -Int(EINVAL) }
            counter.count &+= bytes.loadUnaligned(as: UInt64.self)
            generation += 1
            return 8
        case .pipe(let pipe, false):
            guard pipe.readers > 0 else { return -Int(EPIPE) }
            guard pipe.bytes.count < Description.Pipe.capacity else { return -Int(EAGAIN) }
            pipe.bytes += bytes
            generation += 1
            return bytes.count
        default: return -Int(EINVAL)
        }
    }

    public func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int {
        pass()
        guard let description = description(descriptor), case .inode(let inode) = description.object else {
            return -Int(EBADF)
        }
        return put(bytes, into: inode, description, at: offset)
    }

    private func put(
        _ bytes: UnsafeRawBufferPointer,
        into inode: Inode,
        _ description: Description,
        at offset: Int64
    ) -> Int {
        guard description.writes else { return -Int(EBADF) }
        guard !bytes.isEmpty else { return 0 }
        inode.noteChange()
        let end = Int(offset) + bytes.count
        if inode.data.count < end { inode.data += [UInt8](repeating: 0, count: end - inode.data.count) }
        inode.data.replaceSubrange(Int(offset)..<end, with: bytes)
        inode.touch(now(inode.filesystem))
        tell(UInt32(IN_MODIFY), inode, description.name)
        return bytes.count
    }

    public func truncate(_ descriptor: Int32, to length: Int64) -> Int {
        pass()
        guard let description = description(descriptor), case .inode(let inode) = description.object else {
            return -Int(EBADF)
        }
        guard description.writes, inode.kind == .file else { return -Int(EINVAL) }
        inode.noteChange()
        let rest = Int(length) - inode.data.count
        if rest > 0 { inode.data += [UInt8](repeating: 0, count: rest) } else { inode.data.removeLast(-rest) }
        inode.touch(now(inode.filesystem))
        tell(UInt32(IN_MODIFY), inode, description.name)
        return 0
    }

    public func seek(_ descriptor: Int32, _ offset: Int64, _ whence: Int32) -> Int {
        guard let description = description(descriptor) else { return -Int(EBADF) }
        let size: Int64
        switch description.object {
        case .inode(let inode): size = Int64(inode.data.count)
        case .mounts, .text: size = 0
        default: return -Int(ESPIPE)
        }
        let base: Int64 = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? description.offset : size
        guard base + offset >= 0 else { return -Int(EINVAL) }
        description.offset = base + offset
        description.listing = nil
        return Int(description.offset)
    }

    /// What is copied from one file to another.
    public func copyRange(_ from: Int32, _ fromOffset: Int64?, _ to: Int32, _ toOffset: Int64?, _ length: Int)
        -> Int
    {
        guard let source = description(from), let target = description(to),
            case .inode(let inode) = source.object,
            case .inode(let other) = target.object
        else { return -Int(EBADF) }
        let start = fromOffset ?? source.offset
        let part = start < inode.data.count ? Array(inode.data[Int(start)...].prefix(length)) : []
        let count = part.withUnsafeBytes { put($0, into: other, target, at: toOffset ?? target.offset) }
        guard count >= 0 else { return count }
        if fromOffset == nil { source.offset += Int64(count) }
        if toOffset == nil { target.offset += Int64(count) }
        return count
    }

    // MARK: Listing

    /// Fills the buffer with struct linux_dirent64 records. A listing tells what stood there when it began, without what
    /// is gone by now.
    public func entries(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        pass()
        guard let description = description(descriptor), case .inode(let folder) = description.object else {
            return -Int(EBADF)
        }
        guard folder.isFolder else { return -Int(ENOTDIR) }
        guard folder.links > 0 else { return -Int(ENOENT) }
        var rest = description.listing ?? folder.names[...]
        var length = 0
        while let entry = rest.first {
            guard folder.names.contains(where: { $0 === entry }) else {
                rest.removeFirst()
                continue
            }
            let size = (19 + entry.text.utf8.count + 1 + 7) / 8 * 8
            guard length + size <= buffer.count else { break }
            let record = UnsafeMutableRawBufferPointer(rebasing: buffer[length..<length + size])
            for place in record.indices { record[place] = 0 }
            record.storeBytes(of: entry.inode.number, as: UInt64.self)
            record.storeBytes(of: UInt16(size), toByteOffset: 16, as: UInt16.self)
            record[18] = folder.filesystem.kind.listsKinds ? UInt8(entry.inode.type >> 12) : 0
            for (place, byte) in entry.text.utf8.enumerated() { record[19 + place] = byte }
            length += size
            rest.removeFirst()
        }
        description.listing = rest
        return length
    }
}
