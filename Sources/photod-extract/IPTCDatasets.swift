/// The datasets of an IPTC block that are asked for (IIM 4.2 §1.6): a mark, record and number, a length, and the data.
struct IPTCDatasets {
    private(set) var date: [UInt8] = []
    private(set) var time: [UInt8] = []
    private(set) var caption: [UInt8] = []
    private(set) var title: [UInt8] = []
    /// With a NUL between.
    private(set) var keywords: [UInt8] = []

    private static let mark: UInt8 = 0x1C
    private static let applicationRecord: UInt8 = 2

    private enum Number {
        static let title: UInt8 = 5
        static let keyword: UInt8 = 25
        static let date: UInt8 = 55
        static let time: UInt8 = 60
        static let caption: UInt8 = 120
    }

    init(_ bytes: UnsafeRawBufferPointer) {
        var position = 0
        while position + 5 <= bytes.count {
            // Some programs fill up between two; what is no mark is passed over.
            guard bytes[position] == Self.mark else {
                position += 1
                continue
            }
            let (record, number) = (bytes[position + 1], bytes[position + 2])
            var length = Int(bytes[position + 3]) << 8 | Int(bytes[position + 4])
            position += 5
            if length & 0x8000 != 0 {
                // How many bytes the length itself has.
                let count = length & 0x7FFF
                guard count <= 4, position + count <= bytes.count else { return }
                length = bytes[position..<(position + count)].reduce(0) { $0 << 8 | Int($1) }
                position += count
            }
            guard length <= bytes.count - position else { return }
            if record == Self.applicationRecord { take(number, Array(bytes[position..<(position + length)])) }
            position += length
        }
    }

    /// Of a dataset that stands twice the first counts, but of keywords each.
    private mutating func take(_ number: UInt8, _ data: [UInt8]) {
        switch number {
        case Number.date where date.isEmpty: date = data
        case Number.time where time.isEmpty: time = data
        case Number.caption where caption.isEmpty: caption = data
        case Number.title where title.isEmpty: title = data
        case Number.keyword: Self.add(data, to: &keywords)
        default: break
        }
    }

    /// Adds a keyword to a list. Some programs end each with a NUL.
    static func add(_ keyword: some Sequence<UInt8>, to list: inout [UInt8]) {
        let keyword = keyword.filter { $0 != 0 }
        guard !keyword.isEmpty else { return }
        if !list.isEmpty { list.append(0) }
        list.append(contentsOf: keyword)
    }
}
