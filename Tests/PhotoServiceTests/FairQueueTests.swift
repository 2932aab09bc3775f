import Testing

@testable import PhotoService

@Suite("Work of several askers")
struct FairQueueTests {
    @Test("each has a turn before any has another, and each one's order is kept")
    func turns() {
        var queue = FairQueue<String>()
        queue.add(["a1", "a2", "a3", "a4"], of: 1)
        queue.add(["b1"], of: 2)
        #expect(queue.next() == "a1")
        queue.add(["c1", "c2"], of: 3)
        var order: [String] = []
        while let work = queue.next() { order.append(work) }
        #expect(order == ["b1", "a2", "c1", "a3", "c2", "a4"])
        #expect(queue.isEmpty)
        #expect(queue.next() == nil)
    }

    @Test("what an asker adds later stands behind what is there of the same")
    func adding() {
        var queue = FairQueue<Int>()
        queue.add([1], of: 1)
        queue.add([], of: 2)
        queue.add([2], of: 1)
        #expect(queue.count == 2)
        #expect([queue.next(), queue.next(), queue.next()] == [1, 2, nil])
    }

    @Test("of one who has gone nothing is done, and nobody else is held up")
    func removing() {
        var queue = FairQueue<Int>()
        queue.add([1, 2], of: 1)
        queue.add([3], of: 2)
        #expect(queue.remove(1) == [1, 2])
        #expect(queue.remove(1) == [])
        #expect(queue.next() == 3)
        #expect(queue.isEmpty)
    }
}
