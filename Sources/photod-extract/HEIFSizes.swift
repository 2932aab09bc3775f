/// The sizes of an HEIF file's images and how they are turned: properties that items are associated with
/// (ISO/IEC 23008-12 §6.5.3, §6.5.10, §9.3).
struct HEIFSizes {
    private var sizes: [Int: (width: UInt32, height: UInt32)] = [:]
    /// Quarters of a turn, anticlockwise.
    private var quarters: [Int: Int] = [:]
    private let associations: BigEndianBytes?

    init(_ properties: BigEndianBytes) {
        associations = properties.box("ipma")
        var index = 0
        properties.box("ipco")?.forEachBox { type, content in
            index += 1
            if type.has("ispe", at: 0), let width = content.number(at: 4, length: 4),
                let height = content.number(at: 8, length: 4), width > 0, height > 0
            {
                sizes[index] = (UInt32(clamping: width), UInt32(clamping: height))
            }
            if type.has("irot", at: 0) { quarters[index] = content.number(at: 0, length: 1).map { $0 & 3 } }
            return true
        }
    }

    /// The item's own size, else the largest there is: that of thumbnails and tiles is smaller.
    func size(of item: Int?) -> (width: UInt32, height: UInt32)? {
        if let item, let index = properties(of: item).first(where: { sizes[$0] != nil }) {
            return sizes[index]
        }
        return sizes.values.max {
            UInt64($0.width) * UInt64($0.height) < UInt64($1.width) * UInt64($1.height)
        }
    }

    /// How viewers turn the item, as EXIF counts it. They don't ask EXIF: a picture is upright where nothing turns it.
    func orientation(of item: Int?) -> Int {
        let turned = item.flatMap { properties(of: $0).lazy.compactMap { quarters[$0] }.first }
        return [1, 8, 3, 6][turned ?? 0]
    }

    private func properties(of wanted: Int) -> [Int] {
        guard let box = associations, let version = box.number(at: 0, length: 1),
            let flags = box.number(at: 1, length: 3), let count = box.number(at: 4, length: 4)
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
