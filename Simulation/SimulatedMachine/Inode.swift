import Glibc

/// A file, folder or symbolic link, by whatever names it has.
final class Inode {
    enum Kind {
        case file, folder, link
    }

    /// A name in a folder. It is what files are opened by: where it is moved to, it is still the same, and where it is taken
    /// away it remembers its folder, which hears of the file until that is closed.
    final class Name {
        var text: String
        let inode: Inode
        private(set) var folder: Inode
        /// By how many descriptions it is open, and names below that are held.
        private(set) var holds = 0

        init(_ text: String, _ inode: Inode, in folder: Inode) {
            self.text = text
            self.inode = inode
            self.folder = folder
            if inode.isFolder { inode.ownName = self }
        }

        /// What is open holds its name, and that the folder's, whatever became of either.
        func hold() {
            holds += 1
            if holds == 1 { folder.ownName?.hold() }
        }

        /// Returns the names that nothing holds any more, from below.
        func letGo() -> [Name] {
            holds -= 1
            return holds == 0 ? [self] + (folder.ownName?.letGo() ?? []) : []
        }

        func move(to other: Inode) {
            guard holds > 0, other !== folder else {
                folder = other
                return
            }
            _ = folder.ownName?.letGo()
            folder = other
            other.ownName?.hold()
        }
    }

    let number: UInt64
    /// Given once: numbers are given again.
    let serial: UInt64
    let kind: Kind
    let filesystem: Filesystem
    var mode: UInt32
    var links: UInt32
    var owner: UInt32 = 0
    var group: UInt32 = 0
    var data: [UInt8] = []
    var target = ""
    /// In the order in which the folder lists them.
    var names: [Name] = []
    /// Of a folder; `nil` for a root and for what is removed.
    weak var parent: Inode?
    /// A folder's.
    var ownName: Name?
    var accessTime: Int64 = 0
    var modificationTime: Int64 = 0
    var changeTime: Int64 = 0
    var birthTime: Int64 = 0
    /// Descriptions that it is open by, and those of them that write.
    var opened = 0 {
        didSet { filesystem.opened += opened - oldValue }
    }
    var writers = 0
    var watches: [Watch] = []
    /// The root of what is mounted here.
    var mounted: Inode?
    /// Whether a power cut takes what was not synced, as of all that is made in a folder of which that is said.
    var forgets = false
    /// What is on the disk, where that is not what it is.
    var synced: Synced?

    init(number: UInt64, kind: Kind, mode: UInt32, on filesystem: Filesystem, at time: Int64) {
        self.number = number
        serial = filesystem.takeSerial()
        self.kind = kind
        self.mode = mode
        self.filesystem = filesystem
        links = kind == .folder ? 2 : 1
        accessTime = time
        modificationTime = time
        changeTime = time
        birthTime = time
    }

    var isFolder: Bool { kind == .folder }

    func name(_ text: String) -> Name? {
        for name in names where name.text == text { return name }
        return nil
    }

    /// What a power cut may leave of a file or folder.
    struct Synced {
        var data: [UInt8]
        var names: [(text: String, inode: Inode)]
    }

    /// To be called before it changes.
    func noteChange() {
        if forgets, synced == nil { synced = Synced(data: data, names: names.map { ($0.text, $0.inode) }) }
    }

    /// Folders list their names in no order that anybody may rely on: a new one stands wherever its characters put it.
    func add(_ name: Name) {
        noteChange()
        var hash: UInt32 = 2_166_136_261
        for byte in name.text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        names.insert(name, at: Int(hash % UInt32(names.count + 1)))
        name.move(to: self)
        if name.inode.isFolder { name.inode.parent = self }
    }

    func take(_ name: Name) {
        noteChange()
        names.removeAll { $0 === name }
    }

    func touch(_ time: Int64) {
        modificationTime = time
        changeTime = time
    }

    var type: UInt32 {
        switch kind {
        case .file: UInt32(S_IFREG)
        case .folder: UInt32(S_IFDIR)
        case .link: UInt32(S_IFLNK)
        }
    }
}

/// What a file system is like.
public struct FilesystemKind: Sendable {
    /// As statfs(2) has it.
    public var type: Int64 = 0xEF53
    /// NFS.
    public static let networkType: Int64 = 0x6969
    public var identifier: UInt64 = 0x51_4D17
    public var hasBirthTimes = true
    /// Whether a listing says what its entries are.
    public var listsKinds = true
    /// Nanoseconds that its times are multiples of.
    public var timeUnit: Int64 = 1

    public init() {}
}

final class Filesystem {
    let kind: FilesystemKind
    /// Its own, whatever device it is today.
    let number: Int
    var minor: UInt32 = 0
    var top: Inode?
    /// Whether the kernel has anything of it: it is mounted, or something on it is open.
    var isRunning = false
    /// Descriptions that anything on it is open by.
    var opened = 0
    private var free: [UInt64] = []
    private var next: UInt64 = 12
    private var serial: UInt64

    init(_ kind: FilesystemKind, number: Int) {
        self.kind = kind
        self.number = number
        // No other file system's.
        serial = UInt64(number) << 40
    }

    /// Of the inode with a serial number.
    static func number(of serial: UInt64) -> Int { Int(serial >> 40) }

    func takeSerial() -> UInt64 {
        serial += 1
        return serial
    }

    /// The lowest that is free, as ext4 gives them: numbers come again soon.
    func takeNumber() -> UInt64 {
        guard let lowest = free.min(), let place = free.firstIndex(of: lowest) else {
            next += 1
            return next - 1
        }
        free.remove(at: place)
        return lowest
    }

    func giveBack(_ number: UInt64) { free.append(number) }

    func time(_ now: Int64) -> Int64 { now - now % kind.timeUnit }
}
