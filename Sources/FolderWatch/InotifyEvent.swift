import Glibc

/// One event as the kernel wrote it. The name lies in the buffer that was read: it is valid only as long as
/// that.
struct InotifyEvent {
    var descriptor: Int32
    var mask: UInt32
    /// Ties the two halves of a rename; otherwise 0.
    var cookie: UInt32 = 0
    /// Without terminator; empty where the event is the directory's own.
    var name = UnsafeRawBufferPointer(start: nil, count: 0)

    func has(_ bits: UInt32) -> Bool { mask & bits != 0 }

    var isDirectory: Bool { has(EventMask.isDirectory) }
}

/// The bits of <sys/inotify.h>, in the kernel's width.
enum EventMask {
    static let modify = UInt32(IN_MODIFY)
    static let attributes = UInt32(IN_ATTRIB)
    static let closedAfterWriting = UInt32(IN_CLOSE_WRITE)
    static let movedFrom = UInt32(IN_MOVED_FROM)
    static let movedTo = UInt32(IN_MOVED_TO)
    static let created = UInt32(IN_CREATE)
    static let deleted = UInt32(IN_DELETE)
    static let deletedSelf = UInt32(IN_DELETE_SELF)
    static let movedSelf = UInt32(IN_MOVE_SELF)
    static let unmounted = UInt32(IN_UNMOUNT)
    static let overflow = UInt32(IN_Q_OVERFLOW)
    static let watchGone = UInt32(IN_IGNORED)
    static let isDirectory = UInt32(IN_ISDIR)

    /// What tells of the watched directory itself and is not covered by listing it.
    static let aboutSelf = deletedSelf | movedSelf | unmounted

    /// What a directory is watched for.
    ///
    /// IN_DONT_FOLLOW has no place here: the path is a link under /proc/self/fd, which must be followed.
    /// IN_EXCL_UNLINK is left out on purpose. It hides events of files whose entry the kernel has dropped,
    /// and FUSE and overlay file systems drop entries of files that still stand. An event too many costs one
    /// statx, one too few loses a photo.
    static let directory =
        modify | attributes | closedAfterWriting | movedFrom | movedTo | created | deleted | deletedSelf
        | movedSelf | UInt32(IN_ONLYDIR)
}

/// Decodes what read(2) of an inotify descriptor gave: events of 16 bytes (wd, mask, cookie, length), each
/// followed by `length` bytes of name, padded with NUL. Swift does not import the structure's name.
struct InotifyEventReader {
    private var rest: UnsafeRawBufferPointer.SubSequence
    /// The bytes do not add up to whole events. The kernel does not do that; whoever reads treats it as an
    /// overflow.
    private(set) var isMalformed = false

    static let headerSize = 16

    init(_ bytes: UnsafeRawBufferPointer) {
        rest = bytes[...]
    }

    mutating func next() -> InotifyEvent? {
        guard !rest.isEmpty else { return nil }
        let event = UnsafeRawBufferPointer(rebasing: rest)
        guard event.count >= Self.headerSize else { return stop() }
        let length = Int(event.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        guard event.count - Self.headerSize >= length else { return stop() }
        let padded = UnsafeRawBufferPointer(rebasing: event[Self.headerSize..<Self.headerSize + length])
        rest = rest.dropFirst(Self.headerSize + length)
        let end = length == 0 ? 0 : padded.firstIndex(of: 0) ?? length
        return InotifyEvent(
            descriptor: event.loadUnaligned(as: Int32.self),
            mask: event.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
            cookie: event.loadUnaligned(fromByteOffset: 8, as: UInt32.self),
            name: UnsafeRawBufferPointer(rebasing: padded[..<end])
        )
    }

    private mutating func stop() -> InotifyEvent? {
        isMalformed = true
        rest = rest.suffix(0)
        return nil
    }
}
