/// The requests whose replies are still to come, the next first.
struct RequestQueue {
    /// How the end of a reply is told.
    enum Shape {
        case reply
        /// `list_OK` after each of so many commands, of which so many have had theirs.
        case list(count: Int, answered: Int)
        /// Events up to `ready`, and no end.
        case subscribe
        case unsubscribe
        case close
    }

    struct Entry {
        let number: RequestNumber
        var shape: Shape
        /// Nobody waits for the reply any more: it is read and dropped.
        var isForgotten = false
    }

    private var entries: [Entry] = []
    /// Entries before it are done: taken out together, so that taking one out moves few others on average.
    private var head = 0

    var first: Entry? {
        get { head < entries.count ? entries[head] : nil }
        set {
            guard head < entries.count else { return }
            if let newValue { entries[head] = newValue } else { removeFirst() }
        }
    }

    var count: Int { entries.count - head }

    mutating func append(_ entry: Entry) { entries.append(entry) }

    mutating func removeFirst() {
        guard head < entries.count else { return }
        head += 1
        guard head * 2 >= entries.count else { return }
        entries.removeSubrange(..<head)
        head = 0
    }

    /// Marks a request as forgotten; `nil` where it has been answered, or was marked before.
    mutating func forget(_ number: RequestNumber) -> Entry? {
        guard let index = entries[head...].firstIndex(where: { $0.number == number }),
            !entries[index].isForgotten
        else { return nil }
        entries[index].isForgotten = true
        return entries[index]
    }
}
