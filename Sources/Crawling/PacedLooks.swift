import Descriptors
import DiskReading
import Threads

/// What the files of a directory are.
package typealias FileLooks = PacedLooks<DirectoryListing.File, FileObserver.Observation>

/// Asks a directory's disk one question after the other, and about what comes next as well where the disk lets each wait: it
/// has more than one thing to do at a time then.
///
/// A server at the other end of a network is asked by threads of their own. A disk of this machine is told to begin with what
/// comes next, which takes nobody from the processor: 20,000 photos that were not in memory took 1.3 s so, and 1.9 by threads.
package final class PacedLooks<Question: Equatable & Sendable, Answer: Sendable> {
    /// How many answers may wait to be taken, and what gives them the right to.
    struct Room {
        var count: Int
        var leases: [FileLease] = []
    }

    /// So many files at most are open ahead.
    static var limit: Int { 64 }
    /// So many a disk of this machine has begun with.
    private static var fetchLimit: Int { 32 }

    private let questions: () -> [Question]
    private let crawler: Crawler
    private let isNetwork: Bool
    private let ask: @Sendable (Question) -> Answer
    private let fetch: ((Question) -> Void)?
    private let findRoom: () -> Room
    private var room: Room?
    private var hasBegun = false
    /// What comes next, from when on the disk was slow.
    private var rest: ArraySlice<Question> = []
    /// How much of it the disk has begun with.
    private var fetched = 0
    private var ahead: AnswersAhead<Question, Answer>?

    /// - Parameters:
    ///   - questions: those that will be asked, in this order. Others may be asked as well. Both this and the room are asked for
    ///     once, and only where the disk is slow.
    ///   - fetch: has a disk of this machine begin with a question, where it can.
    ///   - ask: may be called by several threads at once.
    init(
        _ questions: @escaping () -> [Question],
        by crawler: Crawler,
        isNetwork: Bool,
        room: @escaping () -> Room = { Room(count: .max) },
        fetch: ((Question) -> Void)? = nil,
        ask: @escaping @Sendable (Question) -> Answer
    ) {
        self.questions = questions
        self.crawler = crawler
        self.isNetwork = isNetwork
        self.ask = ask
        self.fetch = isNetwork ? nil : fetch
        findRoom = room
    }

    func answer(to question: Question) -> Answer {
        crawler.heartbeat.beat()
        if crawler.pace.isSlow { goAhead(of: question) }
        if let answer = ahead?.take(question) {
            crawler.pace.noteQuick()
            return answer
        }
        guard crawler.pace.isTimed() else { return ask(question) }
        let waits = crawler.pace.waits(isNetwork: isNetwork)
        let start = MonotonicClock.now()
        let answer = ask(question)
        let time = MonotonicClock.now() - start
        let hasWaited = waits.map { crawler.pace.waits(isNetwork: isNetwork) ?? $0 > $0 }
        crawler.pace.note(time, hasWaited: hasWaited)
        return answer
    }

    /// Waits for what is being asked, and hands over the answers that nobody took.
    func end(_ untaken: (Answer) -> Void = { _ in }) {
        ahead?.end(untaken)
        ahead = nil
    }

    private func goAhead(of question: Question) {
        if !hasBegun {
            hasBegun = true
            let questions = questions()
            rest = questions.firstIndex(of: question).map { questions[$0...] } ?? []
            if rest.count > 1, isNetwork { begin() }
        }
        // While the disk was quick nobody went ahead; what is asked a second time is behind.
        guard let fetch, let place = rest.firstIndex(of: question) else { return }
        fetched = max(0, fetched - (place + 1 - rest.startIndex))
        rest = rest[(place + 1)...]
        for next in rest.dropFirst(fetched).prefix(Self.fetchLimit - fetched) {
            fetch(next)
            fetched += 1
        }
    }

    private func begin() {
        let room = findRoom()
        self.room = room
        guard room.count > 1 else { return }
        ahead = AnswersAhead(
            to: Array(rest),
            atOnce: crawler.pace.concurrency,
            window: room.count,
            named: "look-\(crawler.lane)",
            ask: ask
        )
    }
}
