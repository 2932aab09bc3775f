import Glibc

/// Random numbers of the system, fetched many at a time: a call to the kernel for each cost a first sweep 2 %.
struct RandomReserve: RandomNumberGenerator, Sendable {
    /// getentropy(3) gives 256 bytes at most.
    private static let capacity = 32
    private var numbers: [UInt64] = []

    mutating func next() -> UInt64 {
        if let number = numbers.popLast() { return number }
        numbers = Self.fetched()
        var system = SystemRandomNumberGenerator()
        return numbers.popLast() ?? system.next()
    }

    private static func fetched() -> [UInt64] {
        [UInt64](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            let result = getentropy(start, capacity * MemoryLayout<UInt64>.size)
            count = result == 0 ? capacity : 0
        }
    }
}
