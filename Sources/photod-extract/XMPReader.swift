import SidecarText

/// Finds the properties of an XMP packet: attributes and elements of the `rdf:Description`s that lie outermost
/// (ISO 16684-1 §7). What lies deeper describes other things: ingredients, past edits, faces.
struct XMPReader {
    private var scanner: MarkupScanner
    private let bytes: UnsafeRawBufferPointer
    private var namespaces = XMPPrefixes()
    private var open: [Element] = []
    /// Elements that are open beyond those that are followed.
    private var deeper = 0
    /// The property that is being read, where it is one that is asked for.
    private var current: Value?
    private(set) var isXMP = false

    /// No packet that says something of a photo is so deep.
    private static let depthLimit = 64

    private struct Element {
        let name: Range<Int>
        let role: Role
        /// How many prefixes were declared when it began.
        let declared: Int
    }

    private enum Role {
        /// Whatever lies around the properties, or holds none.
        case other
        /// An outermost `rdf:Description`.
        case node
        case property
        /// `rdf:Alt`, `rdf:Seq` or `rdf:Bag` of a property.
        case array
        /// `rdf:li` of such an array.
        case item
        /// `rdf:Description` within a property: a structure, or a value that is qualified.
        case structure
        /// `rdf:value`: what a qualified value is.
        case value

        var holdsText: Bool { self == .property || self == .item || self == .value }
    }

    private struct Value {
        let property: XMPProperty
        var plain = MarkupText()
        /// The item that is being read.
        var item: MarkupText?
        var isItemDefault = false
        /// Of the items so far the first, or the one in the default language; of keywords all, with a NUL between.
        private var chosen: [UInt8] = []
        private var isChosenDefault = false

        init(_ property: XMPProperty) {
            self.property = property
        }

        var text: [UInt8] { chosen.isEmpty ? plain.value : chosen }

        mutating func endItem() {
            guard let text = item?.value else { return }
            item = nil
            if property == .keywords, !text.isEmpty {
                if !chosen.isEmpty { chosen.append(0) }
                return chosen.append(contentsOf: text.filter { $0 != 0 })
            }
            guard !text.isEmpty, chosen.isEmpty || isItemDefault && !isChosenDefault else { return }
            chosen = text
            isChosenDefault = isItemDefault
        }
    }

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        scanner = MarkupScanner(bytes)
    }

    /// Calls `found` for each property that is asked for and not empty, in the packet's order.
    mutating func read(_ found: (XMPProperty, [UInt8]) -> Void) {
        while let piece = scanner.next() {
            switch piece {
            case .opening(let name, let attributes, let isEmpty):
                begin(name, attributes, found)
                if isEmpty { end(found) }
            case .closing(let name): close(name, found)
            case .text(let range): append(range, isVerbatim: false)
            case .verbatim(let range): append(range, isVerbatim: true)
            }
        }
        while !open.isEmpty { end(found) }
    }

    // MARK: Elements

    private mutating func begin(
        _ name: Range<Int>,
        _ attributes: Range<Int>,
        _ found: (XMPProperty, [UInt8]) -> Void
    ) {
        guard open.count < Self.depthLimit else {
            deeper += 1
            return
        }
        let declared = namespaces.count
        MarkupScanner.attributes(of: bytes, in: attributes) { attribute in
            namespaces.declare(text(attribute.name), as: text(attribute.value))
        }
        let (namespace, local) = namespaces.resolve(text(name))
        let role = role(namespace, local)
        open.append(Element(name: name, role: role, declared: declared))
        switch role {
        case .node: readProperties(of: attributes, found)
        case .property:
            let property = namespace.flatMap { XMPProperty.named(local, in: $0) }
            current = property.map { Value($0) }
            readValue(of: attributes)
        case .structure: readValue(of: attributes)
        case .item: beginItem(attributes)
        case .other, .array, .value: break
        }
    }

    private mutating func role(_ namespace: XMPNamespace?, _ local: UnsafeRawBufferPointer) -> Role {
        func isRDF(_ name: StaticString) -> Bool {
            namespace == .rdf && name.withUTF8Buffer { local.elementsEqual($0) }
        }
        let outer = open.last?.role ?? .other
        switch outer {
        case .other:
            if isRDF("RDF") { isXMP = true }
            // Where something around it is not asked for, so is this.
            guard isRDF("Description"), !open.contains(where: { $0.role == .node }) else { return .other }
            isXMP = true
            return .node
        case .node: return .property
        case .property where isRDF("Alt") || isRDF("Seq") || isRDF("Bag"): return .array
        case .array where isRDF("li"): return .item
        case .property, .item, .structure:
            if isRDF("value") { return .value }
            return isRDF("Description") && outer != .structure ? .structure : .other
        case .array, .value: return .other
        }
    }

    private mutating func end(_ found: (XMPProperty, [UInt8]) -> Void) {
        if deeper > 0 {
            deeper -= 1
            return
        }
        guard let element = open.popLast() else { return }
        namespaces.forget(from: element.declared)
        if element.role == .item { current?.endItem() }
        guard element.role == .property, let value = current else { return }
        current = nil
        let text = value.text
        if !text.isEmpty { found(value.property, text) }
    }

    /// Ends the innermost element of that name and all within it.
    private mutating func close(_ name: Range<Int>, _ found: (XMPProperty, [UInt8]) -> Void) {
        guard deeper == 0 else {
            deeper -= 1
            return
        }
        let isName = { (element: Element) in text(element.name).elementsEqual(text(name)) }
        guard let index = open.lastIndex(where: isName) else { return }
        while open.count > index { end(found) }
    }

    // MARK: Values

    private func readProperties(of attributes: Range<Int>, _ found: (XMPProperty, [UInt8]) -> Void) {
        MarkupScanner.attributes(of: bytes, in: attributes) { attribute in
            let name = text(attribute.name)
            // By the standard an attribute without a prefix is in no namespace.
            guard name.contains(UInt8(ascii: ":")) else { return }
            let (namespace, local) = namespaces.resolve(name)
            guard let namespace, let property = XMPProperty.named(local, in: namespace) else { return }
            var value = MarkupText()
            value.append(text(attribute.value), isAttribute: true)
            let text = value.value
            if !text.isEmpty { found(property, text) }
        }
    }

    /// A value may stand in an attribute of its element: `rdf:value`, or `rdf:resource` for what is an address.
    private mutating func readValue(of attributes: Range<Int>) {
        guard current != nil else { return }
        var value: Range<Int>?
        MarkupScanner.attributes(of: bytes, in: attributes) { attribute in
            let (namespace, local) = namespaces.resolve(text(attribute.name))
            if namespace == .rdf, local.elementsEqual("value".utf8) || local.elementsEqual("resource".utf8) {
                value = attribute.value
            }
        }
        guard let value = value.map(text) else { return }
        current?.plain.append(value, isAttribute: true)
    }

    private mutating func beginItem(_ attributes: Range<Int>) {
        guard current != nil else { return }
        var isDefault = false
        MarkupScanner.attributes(of: bytes, in: attributes) { attribute in
            guard text(attribute.name).elementsEqual("xml:lang".utf8) else { return }
            isDefault = String(decoding: text(attribute.value), as: UTF8.self).lowercased() == "x-default"
        }
        current?.item = MarkupText()
        current?.isItemDefault = isDefault
    }

    private mutating func append(_ range: Range<Int>, isVerbatim: Bool) {
        guard deeper == 0, current != nil, let role = open.last?.role, role.holdsText else { return }
        let text = text(range)
        if current?.item != nil {
            current?.item?.append(text, isVerbatim: isVerbatim)
        } else {
            current?.plain.append(text, isVerbatim: isVerbatim)
        }
    }

    private func text(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[range])
    }
}
