/// The sizes of an HEIF file's images, and how they are cut and turned: properties that items are associated with
/// (ISO/IEC 23008-12 §6.5.3, §6.5.9, §6.5.10, §9.3).
struct HEIFSizes {
    typealias Size = (width: UInt32, height: UInt32)

    private var sizes: [Int: Size] = [:]
    /// What is left of an image, from somewhere within it.
    private var apertures: [Int: Size] = [:]
    /// Quarters of a turn, anticlockwise.
    private var quarters: [Int: Int] = [:]
    /// The items may be spread over several lists.
    private var associations: [BigEndianBytes] = []

    init(_ properties: BigEndianBytes) {
        properties.forEachBox { type, content in
            if type.has("ipma", at: 0) { associations.append(content) }
            return true
        }
        var index = 0
        properties.box("ipco")?.forEachBox { type, content in
            index += 1
            if type.has("ispe", at: 0), let width = content.number(at: 4, length: 4),
                let height = content.number(at: 8, length: 4), width > 0, height > 0
            {
                sizes[index] = (UInt32(clamping: width), UInt32(clamping: height))
            }
            if type.has("clap", at: 0) { apertures[index] = Self.aperture(content) }
            if type.has("irot", at: 0) { quarters[index] = content.number(at: 0, length: 1).map { $0 & 3 } }
            return true
        }
    }

    /// The size of a clean aperture, whose width and height are fractions.
    private static func aperture(_ content: BigEndianBytes) -> Size? {
        func length(at start: Int) -> UInt32? {
            guard let numerator = content.number(at: start, length: 4),
                let denominator = content.number(at: start + 4, length: 4), denominator > 0
            else { return nil }
            let rounded = (numerator + denominator / 2) / denominator
            return rounded > 0 ? UInt32(clamping: rounded) : nil
        }
        guard let width = length(at: 0), let height = length(at: 8) else { return nil }
        return (width, height)
    }

    /// The item's own size before it is turned, cut as it is shown; else the largest there is: that of thumbnails and tiles is
    /// smaller.
    func size(of item: Int?) -> Size? {
        let own = item.map(properties) ?? []
        guard var size = own.lazy.compactMap({ sizes[$0] }).first else {
            return sizes.values.max {
                UInt64($0.width) * UInt64($0.height) < UInt64($1.width) * UInt64($1.height)
            }
        }
        var turned = 0
        for property in own {
            turned += quarters[property] ?? 0
            guard let aperture = apertures[property] else { continue }
            let isOnItsSide = turned % 2 == 1
            size.width = min(size.width, isOnItsSide ? aperture.height : aperture.width)
            size.height = min(size.height, isOnItsSide ? aperture.width : aperture.height)
        }
        return size
    }

    /// How viewers turn the item, as EXIF counts it. They don't ask EXIF: a picture is upright where nothing turns it.
    func orientation(of item: Int?) -> Int {
        let turned = (item.map(properties) ?? []).reduce(0) { $0 + (quarters[$1] ?? 0) }
        return [1, 8, 3, 6][turned % 4]
    }

    private func properties(of item: Int) -> [Int] {
        associations.lazy.map { Self.properties(of: item, in: $0) }.first { !$0.isEmpty } ?? []
    }

    private static func properties(of wanted: Int, in box: BigEndianBytes) -> [Int] {
        guard let version = box.number(at: 0, length: 1), let flags = box.number(at: 1, length: 3),
            let count = box.number(at: 4, length: 4)
        else { return [] }
        let (itemWidth, indexWidth) = (version == 0 ? 2 : 4, flags & 1 == 0 ? 1 : 2)
        var position = 8
        for _ in 0..<count {
            guard let item = box.number(at: position, length: itemWidth),
                let associated = box.number(at: position + itemWidth, length: 1)
            else { return [] }
            position += itemWidth + 1
            if item == wanted {
                return (0..<associated).compactMap { number in
                    // The highest bit says whether a reader must understand it.
                    box.number(at: position + number * indexWidth, length: indexWidth)
                        .map { $0 & (indexWidth == 1 ? 0x7F : 0x7FFF) }
                }
            }
            position += associated * indexWidth
        }
        return []
    }
}
