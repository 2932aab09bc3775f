import SidecarText

/// An IPTC block that is written on: datasets, one behind the other (IPTC-NAA IIM 4.2, §1.6).
///
/// It is written on where there is one, and never made: whoever reads IPTC reads XMP as well, unless they have to find that both
/// are one.
struct IPTCBlock {
    private struct Dataset {
        let record: UInt8
        let number: UInt8
        let data: [UInt8]
    }

    private enum Number {
        /// Of the first record.
        static let characterSet: UInt8 = 90
        static let title: UInt8 = 5
        static let keyword: UInt8 = 25
        static let date: UInt8 = 55
        static let time: UInt8 = 60
        static let caption: UInt8 = 120
    }

    /// ESC % G of ISO 2022: UTF-8.
    private static let unicode: [UInt8] = [0x1B, 0x25, 0x47]
    private static let mark: UInt8 = 0x1C

    private var datasets: [Dataset] = []
    private(set) var isChanged = false

    init(_ bytes: some Collection<UInt8>) throws(ImageEditingError) {
        let bytes = Array(bytes)
        var position = 0
        while position < bytes.count {
            // Some programs fill it up to an even count.
            if bytes[position] == 0, bytes[position...].allSatisfy({ $0 == 0 }) { return }
            guard position + 5 <= bytes.count, bytes[position] == Self.mark else { throw .unreadableMetadata }
            let length = Int(bytes[position + 3]) << 8 | Int(bytes[position + 4])
            // Longer ones hold pictures.
            guard length < 0x8000, length <= bytes.count - position - 5 else { throw .unreadableMetadata }
            let start = position + 5
            datasets.append(
                Dataset(
                    record: bytes[position + 1],
                    number: bytes[position + 2],
                    data: Array(bytes[start..<(start + length)])
                )
            )
            position = start + length
        }
    }

    var bytes: [UInt8] {
        datasets.flatMap { dataset in
            [
                Self.mark, dataset.record, dataset.number, UInt8(dataset.data.count >> 8),
                UInt8(dataset.data.count & 0xFF),
            ] + dataset.data
        }
    }

    mutating func say(_ values: SidecarValues) throws(ImageEditingError) {
        if let date = values.date {
            let parts = try date.value.map { text throws(ImageEditingError) in try DateParts(text) }
            set(Number.date, [parts?.day].compactMap { $0 }, limit: 8)
            set(Number.time, [parts?.timeOfDay].compactMap { $0 }, limit: 11)
        }
        if let description = values.description {
            set(Number.caption, [description.value].compactMap { $0 }, limit: 2000)
        }
        if let title = values.title { set(Number.title, [title.value].compactMap { $0 }, limit: 64) }
        if let keywords = values.keywords { set(Number.keyword, keywords.value ?? [], limit: 64) }
    }

    /// Sets a dataset of the second record, once for each text. One that does not fit is not cut: the dataset is left out then, and
    /// XMP says it.
    private mutating func set(_ number: UInt8, _ texts: [String], limit: Int) {
        let isPlain = texts.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
        let isWritable = texts.allSatisfy { $0.utf8.count <= limit } && (isPlain || isUnicode(but: number))
        let wanted = isWritable ? texts.map { Array($0.utf8) } : []
        guard wanted != datasets.filter({ $0.record == 2 && $0.number == number }).map(\.data) else { return }
        isChanged = true
        datasets.removeAll { $0.record == 2 && $0.number == number }
        let place =
            datasets.firstIndex { $0.record > 2 || $0.record == 2 && $0.number > number } ?? datasets.count
        datasets.insert(contentsOf: wanted.map { Dataset(record: 2, number: number, data: $0) }, at: place)
        if !isPlain, isWritable { declareUnicode() }
    }

    /// Whether other texts would still be the same, if the block said that it is in UTF-8, or whether it does.
    private func isUnicode(but number: UInt8) -> Bool {
        if declaration == Self.unicode { return true }
        return datasets.allSatisfy { dataset in
            dataset.record != 2 || dataset.number == number
                || String(validating: dataset.data, as: UTF8.self) != nil
        }
    }

    private var declaration: [UInt8]? {
        datasets.first { $0.record == 1 && $0.number == Number.characterSet }?.data
    }

    private mutating func declareUnicode() {
        guard declaration != Self.unicode else { return }
        datasets.removeAll { $0.record == 1 && $0.number == Number.characterSet }
        let place = datasets.firstIndex { $0.record > 1 || $0.number > Number.characterSet } ?? datasets.count
        datasets.insert(Dataset(record: 1, number: Number.characterSet, data: Self.unicode), at: place)
    }
}
