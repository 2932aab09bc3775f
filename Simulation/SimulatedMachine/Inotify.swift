import Glibc

/// A watch: an inode's, of one inotify instance.
struct Watch {
    unowned let inotify: Inotify
    let descriptor: Int32
    var mask: UInt32
}

/// An inotify instance and its queue (inotify(7), fs/notify/inotify in Linux).
final class Inotify {
    struct Event: Equatable {
        let descriptor: Int32
        let mask: UInt32
        let cookie: UInt32
        let name: String

        var size: Int { 16 + (name.isEmpty ? 0 : (name.utf8.count + 16) / 16 * 16) }
    }

    var queue: [Event] = []
    private var next: Int32 = 1
    private(set) var watched: [Int32: Inode] = [:]
    let limit: Int

    init(limit: Int) { self.limit = limit }

    var count: Int { watched.count }
    var bytes: Int { queue.reduce(0) { $0 + $1.size } }

    func watch(_ inode: Inode, _ mask: UInt32) -> Int32 {
        if let place = inode.watches.firstIndex(where: { $0.inotify === self }) {
            inode.watches[place].mask =
                mask & UInt32(IN_MASK_ADD) != 0 ? inode.watches[place].mask | mask : mask
            return inode.watches[place].descriptor
        }
        let descriptor = next
        next += 1
        inode.watches.append(Watch(inotify: self, descriptor: descriptor, mask: mask))
        watched[descriptor] = inode
        return descriptor
    }

    /// The end of a watch, which is told.
    func end(_ descriptor: Int32) -> Bool {
        guard let inode = watched.removeValue(forKey: descriptor) else { return false }
        inode.watches.removeAll { $0.inotify === self }
        raise(Event(descriptor: descriptor, mask: UInt32(IN_IGNORED), cookie: 0, name: ""))
        return true
    }

    /// Ends without telling anybody.
    func endAll() {
        for inode in watched.values { inode.watches.removeAll { $0.inotify === self } }
        watched = [:]
        queue = []
    }

    func raise(_ event: Event) {
        if let last = queue.last {
            // Equal neighbours are one, whatever their cookies; what tells of a watch's end never is.
            let isEqual =
                last.descriptor == event.descriptor && last.mask == event.mask && last.name == event.name
            if isEqual, last.mask & UInt32(IN_IGNORED) == 0 { return }
            if last.mask & UInt32(IN_Q_OVERFLOW) != 0, queue.count >= limit { return }
        }
        guard queue.count < limit else {
            if queue.last?.mask != UInt32(IN_Q_OVERFLOW) {
                queue.append(Event(descriptor: -1, mask: UInt32(IN_Q_OVERFLOW), cookie: 0, name: ""))
            }
            return
        }
        queue.append(event)
    }

    /// As many whole events as the buffer holds.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let first = queue.first else { return -Int(EAGAIN) }
        guard first.size <= buffer.count else { return -Int(EINVAL) }
        var length = 0
        var taken = 0
        for event in queue {
            guard length + event.size <= buffer.count else { break }
            let record = UnsafeMutableRawBufferPointer(rebasing: buffer[length..<length + event.size])
            for place in record.indices { record[place] = 0 }
            record.storeBytes(of: event.descriptor, as: Int32.self)
            record.storeBytes(of: event.mask, toByteOffset: 4, as: UInt32.self)
            record.storeBytes(of: event.cookie, toByteOffset: 8, as: UInt32.self)
            record.storeBytes(of: UInt32(event.size - 16), toByteOffset: 12, as: UInt32.self)
            for (place, byte) in event.name.utf8.enumerated() { record[16 + place] = byte }
            length += event.size
            taken += 1
        }
        queue.removeFirst(taken)
        return length
    }
}
