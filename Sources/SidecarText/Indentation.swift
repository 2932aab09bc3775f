/// The white space that elements begin their lines with; without any where a document does not put them on lines of
/// their own.
struct Indentation {
    /// A line end and the white space behind it; empty in a document without lines.
    let lead: [UInt8]
    /// What goes before it in each element that lies deeper.
    let unit: [UInt8]

    static let none = Indentation(lead: [], unit: [])

    var deeper: Indentation { Indentation(lead: lead.isEmpty ? [] : lead + unit, unit: unit) }

    /// The lead of an element; `nil` where something else stands before it on its line.
    static func lead(before start: Int, in bytes: [UInt8]) -> [UInt8]? {
        let space = bytes[whiteSpace(before: start, in: bytes)..<start]
        if let end = space.lastIndex(of: 0x0A) {
            let hasReturn = end > space.startIndex && bytes.byte(at: end - 1) == 0x0D
            return Array(bytes[(hasReturn ? end - 1 : end)..<start])
        }
        // The first line, in a document that has several.
        let isFirst = bytes[..<space.startIndex].elementsEqual([0xEF, 0xBB, 0xBF]) || space.startIndex == 0
        guard isFirst, let end = bytes.firstIndex(of: 0x0A) else { return nil }
        return (bytes.byte(at: end - 1) == 0x0D ? [0x0D, 0x0A] : [0x0A]) + space
    }

    /// Where the white space begins that stands directly before a place.
    static func whiteSpace(before end: Int, in bytes: [UInt8]) -> Int {
        var start = end
        while bytes.byte(at: start - 1).isMarkupSpace { start -= 1 }
        return start
    }

    // MARK: Of what is added to an element

    /// - Parameter child: one of the elements in it.
    init(ofChildrenIn container: XMLElement, besides child: Range<Int>?, in bytes: [UInt8]) {
        let outer = Self.lead(before: container.tag.lowerBound, in: bytes)
        guard let child else {
            let unit = Self.usualUnit(outer)
            self.init(lead: outer.map { $0 + unit } ?? [], unit: unit)
            return
        }
        guard let lead = Self.lead(before: child.lowerBound, in: bytes) else {
            self = .none
            return
        }
        if let outer, lead.count > outer.count, lead.starts(with: outer) {
            self.init(lead: lead, unit: Array(lead[outer.count...]))
        } else {
            self.init(lead: lead, unit: Self.usualUnit(lead))
        }
    }

    init(lead: [UInt8], unit: [UInt8]) {
        self.lead = lead
        self.unit = unit
    }

    /// A tab where tabs are, else the one blank that all of XMP's programs use.
    private static func usualUnit(_ lead: [UInt8]?) -> [UInt8] { lead?.last == 0x09 ? [0x09] : [0x20] }
}
