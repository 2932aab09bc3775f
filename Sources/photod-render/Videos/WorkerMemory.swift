import Glibc

/// The memory that the box leaves a worker. The kernel counts what is asked for, not what is used.
enum WorkerMemory {
    /// What a decoder may need at least: the rest of the box's gigabyte is for what is made of its pictures.
    static let forDecoder: Int64 = 800 << 20

    /// Whether so many bytes could be had now. A mapping, for that is what large pieces of the heap are; and asking the heap for
    /// something and giving it back is what a compiler leaves out.
    static func isThere(_ length: Int) -> Bool {
        let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let memory, memory != MAP_FAILED else { return false }
        munmap(memory, length)
        return true
    }
}
