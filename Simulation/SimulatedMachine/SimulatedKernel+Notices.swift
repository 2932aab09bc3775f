import Glibc

/// What a program waits with.
extension SimulatedKernel {
    // MARK: inotify

    public func makeInotify(_ flags: Int32) -> Int {
        pass()
        return Int(add(Description(.inotify(Inotify(limit: queueLimit)), flags: flags)))
    }

    public func watch(_ descriptor: Int32, _ path: String, _ mask: UInt32) -> Int {
        pass()
        guard case .inotify(let inotify)? = description(descriptor)?.object else { return -Int(EBADF) }
        switch find(AT_FDCWD, path, follows: mask & UInt32(IN_DONT_FOLLOW) == 0) {
        case .failure(let failure): return -Int(failure.code)
        case .success(let place):
            guard let inode = place.inode else { return -Int(ENOENT) }
            if mask & UInt32(IN_ONLYDIR) != 0, !inode.isFolder { return -Int(ENOTDIR) }
            if mayNot(inode, 4) { return -Int(EACCES) }
            let isKnown = inode.watches.contains { $0.inotify === inotify }
            guard isKnown || inotify.count < watchLimit else { return -Int(ENOSPC) }
            return Int(inotify.watch(inode, mask))
        }
    }

    public func unwatch(_ descriptor: Int32, _ watch: Int32) -> Int {
        pass()
        guard case .inotify(let inotify)? = description(descriptor)?.object else { return -Int(EBADF) }
        generation += 1
        return inotify.end(watch) ? 0 : -Int(EINVAL)
    }

    public func bytesQueued(_ descriptor: Int32) -> Int {
        pass()
        guard case .inotify(let inotify)? = description(descriptor)?.object else { return -Int(ENOTTY) }
        return inotify.bytes
    }

    // MARK: Counters and timers

    public func makeEvent(_ count: UInt64, _ flags: Int32) -> Int {
        Int(add(Description(.event(Description.Counter(count)), flags: flags)))
    }

    func take(_ counter: Description.Counter, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard buffer.count >= 8 else { return -Int(EINVAL) }
        guard counter.count > 0 else { return -Int(EAGAIN) }
        buffer.storeBytes(of: counter.count, as: UInt64.self)
        counter.count = 0
        return 8
    }

    public func makeTimer(_ flags: Int32) -> Int {
        Int(add(Description(.timer(Description.Timer()), flags: flags)))
    }

    public func setTimer(_ descriptor: Int32, isAbsolute: Bool, _ first: UInt64, _ interval: UInt64) -> Int {
        guard case .timer(let timer)? = description(descriptor)?.object else { return -Int(EBADF) }
        timer.due = first == 0 ? nil : isAbsolute ? first : monotonic + first
        timer.interval = interval
        generation += 1
        return 0
    }

    func take(_ timer: Description.Timer, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard buffer.count >= 8 else { return -Int(EINVAL) }
        guard let due = timer.due, due <= monotonic else { return -Int(EAGAIN) }
        generation += 1
        timer.due = timer.interval > 0 ? monotonic + timer.interval : nil
        buffer.storeBytes(of: 1, as: UInt64.self)
        return 8
    }

    // MARK: Pipes and sockets

    public func makePipe(_ flags: Int32) -> (Int32, Int32) {
        let pipe = Description.Pipe()
        return (
            add(Description(.pipe(pipe, isReading: true), flags: flags | O_RDONLY)),
            add(Description(.pipe(pipe, isReading: false), flags: flags | O_WRONLY))
        )
    }

    func take(_ pipe: Description.Pipe, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard !pipe.bytes.isEmpty else { return pipe.writers > 0 ? -Int(EAGAIN) : 0 }
        let part = pipe.bytes.prefix(buffer.count)
        part.withUnsafeBytes { buffer.copyMemory(from: $0) }
        pipe.bytes.removeFirst(part.count)
        generation += 1
        return part.count
    }

    public func makeSocketPair(keepsMessages: Bool, _ flags: Int32) -> (Int32, Int32) {
        let one = Description.Socket(keepsMessages: keepsMessages)
        let other = Description.Socket(keepsMessages: keepsMessages)
        (one.other, other.other) = (other, one)
        return (add(Description(.socket(one), flags: flags)), add(Description(.socket(other), flags: flags)))
    }

    public func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, passing: [Int32]) -> Int {
        pass()
        guard case .socket(let socket)? = description(descriptor)?.object else { return -Int(EBADF) }
        guard let other = socket.other, !other.isShut else { return -Int(EPIPE) }
        guard other.inbox.count < Description.Socket.capacity else { return -Int(EAGAIN) }
        var passed: [Description] = []
        for descriptor in passing {
            guard let description = description(descriptor) else { return -Int(EBADF) }
            passed.append(description)
        }
        for description in passed { description.references += 1 }
        other.inbox.append(Description.Socket.Message(bytes: Array(bytes), passed: passed))
        generation += 1
        return bytes.count
    }

    /// - Returns: how long the message is, which may be more than the buffer holds, and its descriptors; those beyond `room`
    ///   are closed.
    public func receive(
        _ descriptor: Int32,
        _ buffer: UnsafeMutableRawBufferPointer,
        room: Int
    ) -> (length: Int, passed: [Int32]) {
        pass()
        guard case .socket(let socket)? = description(descriptor)?.object else { return (-Int(EBADF), []) }
        guard !socket.inbox.isEmpty else {
            return (socket.other == nil || socket.isShut ? 0 : -Int(EAGAIN), [])
        }
        let message = socket.inbox.removeFirst()
        generation += 1
        let part = message.bytes.prefix(buffer.count)
        part.withUnsafeBytes { buffer.copyMemory(from: $0) }
        for description in message.passed.dropFirst(room) { release(description) }
        if !socket.keepsMessages, part.count < message.bytes.count {
            let rest = Description.Socket.Message(
                bytes: Array(message.bytes.dropFirst(part.count)),
                passed: []
            )
            socket.inbox.insert(rest, at: 0)
        }
        let length = socket.keepsMessages ? message.bytes.count : part.count
        return (length, message.passed.prefix(room).map { add($0) })
    }

    public func shutDown(_ descriptor: Int32) -> Int {
        guard case .socket(let socket)? = description(descriptor)?.object else { return -Int(EBADF) }
        socket.other?.other = nil
        socket.isShut = true
        generation += 1
        return 0
    }

    // MARK: Processes

    public func makeProcess() -> Int32 {
        let number = Int32(1000 + processes.count)
        processes[number] = .some(nil)
        return number
    }

    public func endProcess(_ number: Int32, status: Int32) {
        if processes[number] != nil { processes[number] = .some(status) }
        generation += 1
    }

    public func processDescriptor(_ number: Int32) -> Int {
        processes[number] == nil ? -Int(ESRCH) : Int(add(Description(.process(number), flags: 0)))
    }

    /// 0 while it runs.
    public func wait(_ number: Int32) -> (process: Int, status: Int32) {
        guard let state = processes[number] else { return (-Int(ECHILD), 0) }
        guard let status = state else { return (0, 0) }
        processes[number] = nil
        return (Int(number), status)
    }

    // MARK: Readiness

    /// As poll(2) has it.
    public func readiness(_ descriptor: Int32, _ wanted: Int32) -> Int32 {
        guard let description = description(descriptor) else { return Int32(POLLNVAL) }
        var ready: Int32 = 0
        var isEnded = false
        switch description.object {
        case .inode, .text: ready = Int32(POLLIN | POLLOUT)
        // POLLERR is told whether it was asked for or not.
        case .mounts(let witness):
            ready = Int32(POLLIN)
            if witness.seenChanges != mountChanges { return ready & wanted | Int32(POLLPRI | POLLERR) }
        case .inotify(let inotify): ready = inotify.queue.isEmpty ? 0 : Int32(POLLIN)
        case .event(let counter): ready = counter.count > 0 ? Int32(POLLIN | POLLOUT) : Int32(POLLOUT)
        case .timer(let timer): ready = timer.due.map { $0 <= monotonic } ?? false ? Int32(POLLIN) : 0
        case .pipe(let pipe, true):
            ready = pipe.bytes.isEmpty ? 0 : Int32(POLLIN)
            isEnded = pipe.writers == 0
        case .pipe(let pipe, false):
            ready = pipe.bytes.count < Description.Pipe.capacity ? Int32(POLLOUT) : 0
            isEnded = pipe.readers == 0
        case .socket(let socket):
            if !socket.inbox.isEmpty || socket.other == nil { ready |= Int32(POLLIN) }
            if let other = socket.other, other.inbox.count < Description.Socket.capacity {
                ready |= Int32(POLLOUT)
            }
            isEnded = socket.other == nil
        case .process(let number): if let state = processes[number], state != nil { ready = Int32(POLLIN) }
        }
        return ready & wanted | (isEnded ? Int32(POLLHUP) : 0)
    }

    /// What poll(2) has told of a descriptor it does not tell again, where that is said once.
    public func noteTold(_ descriptor: Int32) {
        guard case .mounts(let witness)? = description(descriptor)?.object else { return }
        witness.seenChanges = mountChanges
    }

    public func flags(_ descriptor: Int32, _ command: Int32, _ argument: Int32) -> Int {
        guard let description = description(descriptor) else { return -Int(EBADF) }
        switch command {
        case F_GETFL: return Int(description.flags)
        case F_SETFL:
            description.flags = argument
            return 0
        case F_GETFD: return Int(FD_CLOEXEC)
        default: return 0
        }
    }

    /// A file without a name, in memory.
    public func makeMemoryFile() -> Int {
        let inode = make(.file, 0o600, in: root)
        inode.links = 0
        inode.opened = 1
        inode.writers = 1
        return Int(add(Description(.inode(inode), flags: O_RDWR)))
    }
}
