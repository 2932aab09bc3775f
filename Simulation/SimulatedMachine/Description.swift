import Glibc

/// An open file description: what descriptors stand for.
final class Description {
    enum Object {
        case inode(Inode)
        case inotify(Inotify)
        case event(Counter)
        case timer(Timer)
        case pipe(Pipe, isReading: Bool)
        case socket(Socket)
        case text([UInt8])
        case mounts(MountWitness)
        case process(Int32)
    }

    let object: Object
    var flags: Int32
    var offset: Int64 = 0
    /// By how many descriptors and messages.
    var references = 1
    /// What a folder's listing has yet to tell.
    var listing: ArraySlice<Inode.Name>?
    /// By which it was opened.
    let name: Inode.Name?

    init(_ object: Object, flags: Int32, name: Inode.Name? = nil) {
        self.object = object
        self.flags = flags
        self.name = name
    }

    /// Whoever waits with it does not wait.
    var isAlwaysReady: Bool {
        switch object {
        case .inode, .text: true
        default: false
        }
    }
    var isNonblocking: Bool { flags & O_NONBLOCK != 0 }
    var writes: Bool { flags & O_ACCMODE != O_RDONLY }

    final class Counter {
        var count: UInt64
        init(_ count: UInt64) { self.count = count }
    }

    final class Timer {
        /// `nil`: not set.
        var due: UInt64?
        var interval: UInt64 = 0
    }

    /// What whoever reads the table of mounts has been told of.
    final class MountWitness {
        var seenChanges: Int
        init(_ seenChanges: Int) { self.seenChanges = seenChanges }
    }

    final class Pipe {
        var bytes: [UInt8] = []
        var readers = 1
        var writers = 1
        static let capacity = 65_536
    }

    /// One end of a pair; what is sent to it waits here.
    final class Socket {
        struct Message {
            var bytes: [UInt8]
            var passed: [Description]
        }

        weak var other: Socket?
        var inbox: [Message] = []
        let keepsMessages: Bool
        var isShut = false

        init(keepsMessages: Bool) { self.keepsMessages = keepsMessages }
        static let capacity = 64
    }
}
