import Glibc

/// A kernel in memory: folders and files, inotify, and the descriptors that a program waits with. It does what Linux does,
/// as far as a program can see; nothing of it depends on anything but the calls.
///
/// It is used by one thread at a time. Each call returns what the kernel's would, or a negated error number.
public final class SimulatedKernel {
    public static let firstDescriptor: Int32 = 1 << 20

    var descriptors: [Description?] = []
    let root: Inode
    /// Nanoseconds since the machine was started, and what has to be added for the time of day.
    public private(set) var monotonic: UInt64 = 1_000_000_000
    public var clockOffset: Int64 = 1_480_000_000_000_000_000
    /// Nanoseconds from one time that files are given to the next.
    public var tick: Int64 = 4_000_000
    public var watchLimit = 1 << 20
    public var queueLimit = 16_384
    /// Counts whatever may make a descriptor ready, but for the time.
    public internal(set) var generation: UInt64 = 0
    /// The earliest timer, and when it was looked for.
    private var seenTimer: (generation: UInt64, due: UInt64)?
    var lastCookie: UInt32 = 0
    var processes: [Int32: Int32?] = [:]
    /// Whether the program is an ordinary user's, who owns all that there is.
    public var checksPermissions = false
    var mounts: [Mount] = []
    /// How often something was mounted or unmounted.
    var mountChanges = 0
    var mountCount = 20
    var diskCount = 1
    var deviceCount: UInt32 = 1

    public init(_ kind: FilesystemKind = FilesystemKind()) {
        let filesystem = Filesystem(kind, number: 1)
        root = Inode(number: 2, kind: .folder, mode: 0o755, on: filesystem, at: 0)
        filesystem.top = root
        (filesystem.isRunning, filesystem.minor) = (true, 1)
        mounts = [Mount(identifier: mountCount, top: root, folder: nil)]
    }

    /// Whether what is not mounted elsewhere is a server's.
    public var isNetwork: Bool { root.filesystem.kind.type == FilesystemKind.networkType }

    /// Whether a number that is given again may come with the birth time that its last owner had.
    public var hasCoarseTimes: Bool { root.filesystem.kind.timeUnit > 1 }

    public var hasBirthTimes: Bool { root.filesystem.kind.hasBirthTimes }

    /// Whether number and birth time are one file's.
    public var tellsFilesApart: Bool { hasBirthTimes && !hasCoarseTimes && !isNetwork }

    /// Whether its owner may do something with it: of 4, to read it, 2, to write, and 1, to look for names in it.
    func mayNot(_ inode: Inode, _ what: UInt32) -> Bool {
        checksPermissions && inode.mode >> 6 & what != what
    }

    // MARK: Clocks

    public var realtime: Int64 { Int64(monotonic) + clockOffset }

    public func advance(to time: UInt64) { monotonic = max(monotonic, time) }

    /// Each call takes a microsecond.
    func pass() { monotonic += 1_000 }

    func now(_ filesystem: Filesystem) -> Int64 {
        filesystem.time(realtime - realtime % tick)
    }

    /// When the earliest timer is due; the greatest number without one.
    public var nextTimer: UInt64 {
        if let seen = seenTimer, seen.generation == generation { return seen.due }
        var earliest = UInt64.max
        for case .some(let description) in descriptors {
            if case .timer(let timer) = description.object, let due = timer.due {
                earliest = min(earliest, due)
            }
        }
        seenTimer = (generation, earliest)
        return earliest
    }

    // MARK: Descriptors

    func description(_ descriptor: Int32) -> Description? {
        let place = Int(descriptor &- Self.firstDescriptor)
        return descriptors.indices.contains(place) ? descriptors[place] : nil
    }

    func inode(_ descriptor: Int32) -> Inode? {
        guard case .inode(let inode)? = description(descriptor)?.object else { return nil }
        return inode
    }

    func add(_ description: Description) -> Int32 {
        if let place = descriptors.firstIndex(where: { $0 == nil }) {
            descriptors[place] = description
            return Self.firstDescriptor + Int32(place)
        }
        descriptors.append(description)
        return Self.firstDescriptor + Int32(descriptors.count - 1)
    }

    public var openDescriptors: Int { descriptors.count { $0 != nil } }

    public func close(_ descriptor: Int32) -> Int {
        pass()
        guard let description = description(descriptor) else { return -Int(EBADF) }
        descriptors[Int(descriptor - Self.firstDescriptor)] = nil
        release(description)
        return 0
    }

    public func duplicate(_ descriptor: Int32) -> Int {
        guard let description = description(descriptor) else { return -Int(EBADF) }
        description.references += 1
        return Int(add(description))
    }

    /// The program is killed: all that it has open is closed, in the order of descriptors.
    public func closeAll() {
        for place in descriptors.indices {
            if let description = descriptors[place] {
                descriptors[place] = nil
                release(description)
            }
        }
        processes = [:]
    }

    func release(_ description: Description) {
        description.references -= 1
        if !description.isAlwaysReady { generation += 1 }
        guard description.references == 0 else { return }
        switch description.object {
        case .inode(let inode): close(inode, description)
        case .inotify(let inotify): inotify.endAll()
        case .pipe(let pipe, let isReading): if isReading { pipe.readers = 0 } else { pipe.writers = 0 }
        case .socket(let socket):
            socket.isShut = true
            for message in socket.inbox { message.passed.forEach(release) }
            socket.inbox = []
            socket.other?.other = nil
        case .event, .timer, .text, .mounts, .process: break
        }
    }

    private func close(_ inode: Inode, _ description: Description) {
        inode.opened -= 1
        if description.writes { inode.writers -= 1 }
        let event = description.writes ? IN_CLOSE_WRITE : IN_CLOSE_NOWRITE
        let free = description.name?.letGo() ?? []
        if description.flags & OpenFlag.path == 0 {
            tell(UInt32(bitPattern: Int32(event)), inode, description.name)
        }
        free.forEach(forgetIfGone)
        giveBackIfGone(inode)
        endIfUnused(inode.filesystem)
    }

    // MARK: Ends of inodes

    /// With the last of its names that nobody has opened, an inode without names is no more for those who watch it.
    func forgetIfGone(_ name: Inode.Name) {
        let inode = name.inode
        guard inode.links == 0, name.holds == 0 else { return }
        end(inode, by: UInt32(IN_DELETE_SELF))
    }

    /// All watches of an inode end, and those who have them are told why.
    func end(_ inode: Inode, by event: UInt32) {
        for watch in inode.watches {
            raise(watch, event)
            _ = watch.inotify.end(watch.descriptor)
            generation += 1
        }
    }

    /// Its number is another's soon.
    func giveBackIfGone(_ inode: Inode) {
        if inode.links == 0, inode.opened == 0, inode !== root { inode.filesystem.giveBack(inode.number) }
    }

    // MARK: Events

    private func raise(_ watch: Watch, _ mask: UInt32, cookie: UInt32 = 0, name: String = "") {
        // Ends are told whoever asked for what.
        let kind = mask & ~UInt32(IN_ISDIR)
        guard watch.mask & kind != 0 || kind == UInt32(IN_UNMOUNT) else { return }
        watch.inotify.raise(
            Inotify.Event(descriptor: watch.descriptor, mask: mask, cookie: cookie, name: name)
        )
        generation += 1
    }

    /// To those who watch the folder.
    func tell(_ event: Int, _ name: String, of inode: Inode, in folder: Inode, cookie: UInt32 = 0) {
        let mask = UInt32(event) | (inode.isFolder ? UInt32(IN_ISDIR) : 0)
        for watch in folder.watches { raise(watch, mask, cookie: cookie, name: name) }
    }

    /// To those who watch it itself.
    func tellSelf(_ event: Int, _ inode: Inode) {
        let kind =
            inode.isFolder && event != Int(IN_MOVE_SELF) && event != Int(IN_DELETE_SELF)
            ? UInt32(IN_ISDIR) : 0
        for watch in inode.watches { raise(watch, UInt32(event) | kind) }
    }

    /// To those who watch the folder of the name by which it is reached, then to those who watch it.
    func tell(_ event: UInt32, _ inode: Inode, _ name: Inode.Name?) {
        if let name { tell(Int(event), name.text, of: inode, in: name.folder) }
        tellSelf(Int(event), inode)
    }
}
