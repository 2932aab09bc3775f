/// Collects the text of a property or of an item while it is scanned, and finds out whether that text stands in one
/// place that can be written to.
struct ValueHolder {
    /// As the reader takes it.
    private(set) var text = MarkupText()
    private var slots: [ValueSlot] = []
    /// Whether text stands directly in the element, beside whatever else is there.
    private var hasOwnText = false
    private var hasChildren = false
    /// Whether RDF lets text stand in it: an element with properties as attributes is a structure.
    private var mayHoldText: Bool
    /// Whether there is something that no text may replace.
    private var isStrange = false

    init(mayHoldText: Bool) {
        self.mayHoldText = mayHoldText
    }

    /// `rdf:value` or `rdf:resource`, of the element or of the `rdf:Description` in it.
    mutating func take(_ attribute: XMLAttribute, of bytes: [UInt8]) {
        slots.append(.attribute(attribute))
        bytes[attribute.value].withUnsafeBytes { text.append($0, isAttribute: true) }
        mayHoldText = false
    }

    mutating func beginChild(isStrange: Bool = false) {
        hasChildren = true
        if isStrange { self.isStrange = true }
    }

    /// `rdf:value`: what a qualified value is.
    mutating func endValue(_ element: XMLElement) {
        slots.append(.content(element))
    }

    mutating func append(_ range: Range<Int>, of bytes: [UInt8], isVerbatim: Bool, isOwn: Bool) {
        if isOwn, !bytes[range].allSatisfy(\.isMarkupSpace) { hasOwnText = true }
        bytes[range].withUnsafeBytes { text.append($0, isVerbatim: isVerbatim) }
    }

    func slot(_ element: XMLElement) -> ValueSlot? {
        if isStrange { return nil }
        if !hasChildren, slots.isEmpty { return mayHoldText ? .content(element) : nil }
        return slots.count == 1 && !hasOwnText ? slots.first : nil
    }

    /// Whether there is nothing in it, except arrays, which it is not told of.
    var isEmpty: Bool { !hasChildren && !hasOwnText && slots.isEmpty }
}
